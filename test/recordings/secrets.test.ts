import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SecretError } from '../../src/errors.ts'
import { secretsIn } from '../../src/secret-shapes.ts'
import { findSecret, hideSecrets, refuseSecrets } from '../../src/recordings/secrets.ts'

// Made up here, and in pieces, so that no scanner takes this file for a leak.
const tail = 'aB3dE5gH7jK9mN1pQ3sT5'
const hex = '9f8e7d6c5b4a39281706f5e4d3c2b1a0'
const long = `${tail}wY2zA4bC6dE8fG0hJ1kL3`
const body = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcw'

describe('findSecret', () => {
  it.each([
    `sk-${tail}`,
    `sk-proj-${tail}_x-y`,
    `sk-ant-api03-${tail}`,
    `sk-or-v1-${tail}`,
    `AIza${tail}`,
    `ghp_${tail}`,
    `gho_${tail}`,
    `github_pat_${tail}`,
    `glpat-${tail}`,
    `xoxb-${tail}`,
    `AKIA${'Q7W2E5R8T1Y4U6I9'}`,
    `hf_${tail}`,
    `gsk_${tail}`,
    `vck_${tail}`,
    `npm_${tail}`,
    `pk_live_${tail}`,
    `sk_live_${tail}`,
    `sk_test_${tail}`,
    `xai-${tail}`,
    `r8_${tail}`,
    `pplx-${tail}`,
    `nvapi-${tail}`,
    `pcsk_${tail}`,
    `tvly-dev-${tail}`,
    `lsv2_pt_${tail}`,
    `pa-${tail}${tail}`,
    `dop_v1_${hex}`,
    `SG.${tail}.${tail}`,
    `GOCSPX-${tail}`,
    `glptt-${tail}`,
    `xapp-1-${tail}`,
    `ABSK${long}${long}`,
    `api_org_${tail}`,
    `xkeysib-${hex}-${tail}`,
    `dapi${hex}`,
    `sb_secret_${tail}`,
    `ntn_${tail}`,
    `lin_api_${tail}`,
    `pscale_pw_${tail}`,
    `PMAK-${hex.slice(0, 24)}-${hex}`,
    `glsa_${hex}_${hex.slice(0, 8)}`,
    `hvs.${tail}`,
    `${tail.slice(0, 14)}.atlasv1.${tail}`,
    `dp.pt.${tail}`,
    `dt0c01.${tail}.${tail}`,
    `NRAK-${tail}`,
    `sntryu_${hex}`,
    `shpat_${hex}`,
    `sq0atp-${tail}xy`,
    `rubygems_${hex}`,
    `ATATT3${tail}`,
    `AKCp${long}${long}`,
    `HRKU-AA${tail}`,
    `fm2_${long}${long}`,
    `LTAI${tail.slice(0, 20)}`,
    `AGE-SECRET-KEY-1${tail.toUpperCase()}`,
    `ops_eyJ${long}`,
    `sha256~${long}`,
    `tfp_${long}`,
    `123456789:AA${long.slice(0, 33)}`,
    `aB38Q~${long.slice(0, 33)}`,
    `hooks.slack.com/services/T0A1B2C3D/B0A1B2C3D/${tail}`,
    `discord.com/api/webhooks/1122334455667788/${long}`,
    `webhook.office.com/webhookb2/${tail}@${tail}/IncomingWebhook/${hex}`,
    [`{"alg":"HS256","typ":"JWT"}`, `{"sub":"jane","exp":1999999999}`, long]
      .map((part, index) => (index === 2 ? part : Buffer.from(part).toString('base64url')))
      .join('.'),
    `-----BEGIN ${'PRIVATE'} KEY-----\n${body}`,
    `-----BEGIN RSA ${'PRIVATE'} KEY-----\\n${body}`,
    `-----BEGIN RSA ${'PRIVATE'} KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A\n\n${body}`,
    `-----BEGIN OPENSSH ${'PRIVATE'} KEY-----\r\n${body}`,
    `-----BEGIN EC ${'PRIVATE'} KEY-----\r\nProc-Type: 4,ENCRYPTED\r\nDEK-Info: AES-128-CBC,0A\r\n\r\n${body}`,
    `-----BEGIN ENCRYPTED ${'PRIVATE'} KEY-----\n    ${body}`,
    `-----BEGIN ${'PRIVATE'} KEY-----\\\\n${body}`,
    `-----BEGIN ${'PRIVATE'} KEY-----\\n" +\n  "${body}`,
    `-----BEGIN ${'PRIVATE'} KEY----- ${body}`,
    `-----BEGIN PGP ${'PRIVATE'} KEY BLOCK-----\nVersion: GnuPG v2\nComment: mine\n\n${body}`,
  ])('knows the shape %#', secret => {
    for (const text of [
      secret,
      `key: "${secret}".`,
      `{"a":"b\\n${secret}"}`,
      `?key%3D${secret}&x`,
      `a\n${secret}\nb`,
    ]) {
      const found = findSecret(text, {})
      expect(found?.kind).toMatch(/key|token|secret|webhook/)
      expect(JSON.stringify(found)).not.toContain(tail)
    }
  })

  it.each([
    'sk-too-short',
    'Set OPENAI_API_KEY=sk-... and run it',
    `ask-${tail}`,
    `risk_sk-${tail}`,
    'hf_hub_download_with_a_progress_bar',
    'npm_config_registry_and_something_longer',
    'AKIAINDEED, said the AKIA of 1234',
    `-----BEGIN ${'PRIVATE'} KEY-----\n...\n-----END ${'PRIVATE'} KEY-----`,
    `-----BEGIN PUBLIC KEY-----\n${body}`,
    `-----BEGIN RSA ${'PRIVATE'} KEY-----\nProc-Type: 4,ENCRYPTED\nis how such a file begins`,
    `-----BEGIN RSA ${'PRIVATE'} KEY-----\nYOUR_KEY_GOES_HERE_AS_IT_IS`,
    'Bearer token and apiKey: "your-api-key-goes-right-here"',
    `sk-${'x'.repeat(40)}`,
    'sk-fading-circle-animation-delay',
    `ghp_${'1234567890'.repeat(3)}`,
    `AKIA${'IOSFODNN7'}EXAMPLE`,
    `sk-proj-your-own-key-${tail}`,
    // the sample of jwt.io
    [
      Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url'),
      Buffer.from('{"sub":"1234567890","name":"John Doe","iat":1516239022}').toString('base64url'),
      long,
    ].join('.'),
  ])('finds none in %j', text => {
    expect(findSecret(text, {})).toBeUndefined()
  })
})

describe('a value where a secret stands', () => {
  it.each([
    `Authorization: Bearer ${tail}`,
    `curl -H 'authorization: token ${tail}' https://api.acme.io`,
    `{\\"Authorization\\": \\"Bearer ${tail}\\"}`,
    `Authorization=Bearer%20${tail}`,
    `send it as Bearer ${tail}.`,
    `Authorization: Basic ${btoa('jane:k7Qp2wXz')}`,
    `curl -u jane:${tail} https://api.acme.io`,
    `https://api.acme.io/v1?model=a&api_key=${tail}`,
    `https://api.acme.io/v1?key=${tail}&model=a`,
    `https://a.blob.core.windows.net/b?sv=2024&sig=${tail}%3D`,
    `X-Api-Key: ${tail}`,
    `aws_secret_access_key = ${long}`,
    `export AWS_SECRET_ACCESS_KEY=${long}`,
    `AccountKey=${long}==;EndpointSuffix=core`,
    `SharedAccessKey=${long}=`,
    `ACME_API_KEY_PROD: "${tail}"`,
    `process.env['ACME_TOKEN'] = '${tail}'`,
    `client_secret: ${hex}`,
    `"clientSecret" : "${tail}"`,
    `{\\\\"token\\\\":\\\\"${tail}\\\\"}`,
    `password=${'k7Qp2'}wXz9Lm4`,
    `Password: "k7Q&p2;w,Xz9(Lm4"`,
    `<password>k7Qp2wXz9Lm4</password>`,
    `<add key="ClearTextPassword" value="x" /> passwd=>k7Qp2wXz9Lm4`,
    `| Password | k7Qp2wXz9Lm4 |`,
    `The password is k7Qp2wXz9Lm4.`,
    `acme login --api-token ${tail}`,
    `DB_PWD=k7Qp2wXz9Lm4`,
    `passphrase := "k7Qp2wXz9Lm4"`,
    ...[
      'postgres',
      'postgresql+psycopg',
      'mysql',
      'mongodb',
      'mongodb+srv',
      'redis',
      'rediss',
      'amqps',
      'https',
    ].map(scheme => `${scheme}://jane:k7Qp2wXz@db.acme.io:5432/main`),
    `redis://:k7Qp2wXz@cache.acme.io`,
    `postgres://jane:k7@p2wXz@db.acme.io/main`,
    `postgres://jane:k7%40p2wXz@db.acme.io/main`,
  ])('is found in %j', text => {
    expect(findSecret(text, {})).toBeDefined()
    const hidden = hideSecrets(text, { environment: {}, allow: [] })
    expect(hidden).toContain('[secret]')
    expect(hidden).not.toMatch(/k7Q|wXz|aB3dE5|9f8e7d/)
  })

  it.each([
    'Authorization: Bearer <token>',
    'Authorization: Bearer YOUR_ACCESS_TOKEN_2',
    'Authorization: Bearer ${process.env.ACME_TOKEN2}',
    'Authorization: Bearer {{token1}}',
    'Authorization: Bearer sk-...',
    'Bearer authentication with OAuth 2.0',
    'Basic authentication2024',
    `Authorization: Basic ${btoa('Aladdin:open sesame')}`,
    `Authorization: Basic ${btoa('user:password1')}`,
    'password=secret',
    'password: hunter2',
    'Your password must have 8-64 characters',
    'password: correct-horse-battery-9',
    'apiKey: process.env.OPENAI_API_KEY2',
    'api_key=YOUR_API_KEY_123',
    'https://api.acme.io/v1?api_key=xxxxxxxxxxxxxxxx1',
    'token: claude-sonnet-4-5-20250929',
    'token: 2024-08-06T12:00:00.000Z',
    `nextPageToken: "${tail}"`,
    'maxTokens: 4096, tokens: 131072',
    `the commit ${hex} fixes it`,
    'secret: getSecret("a1b2c3")',
    'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    'postgres://user:pass@host/db',
    'postgres://user:password@localhost/db',
    'postgres://postgres:k7Qp2wXz@127.0.0.1:5432/db',
    'postgres://jane:k7Qp2wXz@db.example.com/db',
    'mongodb+srv://<username>:<password1>@cluster0.acme.mongodb.net',
    'postgres://${USER}:${PASSWORD1}@db.acme.io/main',
    'amqp://guest:guest@rabbit',
    'http://localhost:3000/a@b1c2d3',
    'see https://acme.io:8443/@scope/name1',
  ])('is none in %j', text => {
    expect([...secretsIn(text)]).toEqual([])
  })

  it('is hidden with all its lines when it is a private key', () => {
    const lines = `${body}\n${body}\n${body.slice(0, 9)}==`
    const text = `a\n-----BEGIN ${'PRIVATE'} KEY-----\n${lines}\n-----END ${'PRIVATE'} KEY-----\nb`
    const hidden = hideSecrets(text, { environment: {}, allow: [] })
    expect(hidden).toBe(`a\n[secret]\n-----END ${'PRIVATE'} KEY-----\nb`)
  })
})

describe('values of environment variables', () => {
  it.each([
    ['ACME_API_KEY', 'acme-0123456789-abcdef'],
    ['DB_PASSWORD', 'correct-horse-battery-9'],
    ['MYSQL_PWD', 'correct.horse.battery.9'],
    ['SERVICE_TOKEN', 'a1b2c3d4e5f6g7h8'],
    ['DATABASE_URL', 'postgres://app:s3cretpassword@db.example.com:5432/main'],
    ['SOMETHING', '9f8e7d6c5b4a39281706f5e4d3c2b1a0'],
    ['UNNAMED', 'hunter2hunter2hunter2'],
    ['MY_SERVICE_PASSWORD', 'hunter2hunter2hunter2'],
    ['SLASH_SECRET', '/9f8e7d6c5b4a39281706+f5e4d3c2=='],
  ])('are secret: %s', (variable, value) => {
    expect(findSecret(`It is ${value}, they say.`, { [variable]: value })).toEqual({
      kind: 'the value of an environment variable',
      variable,
    })
  })

  it.each([
    ['PATH', '/usr/local/bin:/usr/bin:/home/user1/bin'],
    ['Path', 'C:\\Windows\\system32;C:\\Program Files'],
    ['HOME', '/home/user1/projects/app2'],
    ['SSH_AUTH_SOCK', '/tmp/ssh-XXXX1234/agent.5678'],
    ['DBUS_SESSION_BUS_ADDRESS', 'unix:path=/run/user/1000/bus'],
    ['TOKEN_FILE', './secrets/token1.txt'],
    ['OPENAI_BASE_URL', 'https://api.openai.com/v1/chat/completions'],
    ['DEV_DATABASE_URL', 'postgres://user1:password@localhost:5432/main'],
    ['AUTH_URL', 'https://login.example.com/oauth2/v2.0/token'],
    ['DEFAULT_MODEL', 'claude-sonnet-4-5-20250929'],
    ['CONTEXT_RECALL_MODEL', 'openai/gpt-5.6-sol-2026-10-01'],
    ['LLM', 'accounts/fireworks/models/llama-v3p1-405b-instruct'],
    ['NODE_VERSION_TAG', 'v24.21.0-linux-x64-musl'],
    ['GIT_AUTHOR_EMAIL', 'jane.doe1990@example.com'],
    ['GITHUB_SHA', '9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c'],
    ['TOKENIZERS_PARALLELISM', 'cl100k_base_encoding'],
    ['SHORT_SECRET', 'abc123'],
    ['WORDS_SECRET', 'onlylettersinthisone'],
    ['DIGITS_SECRET', '1234567890123456'],
    ['EMPTY_SECRET', ''],
    ['MISSING', undefined],
  ])('are not: %s', (variable, value) => {
    expect(findSecret(`It is ${value}, they say.`, { [variable]: value })).toBeUndefined()
  })

  it('are found without the line end they were read from a file with, and as JSON writes them', () => {
    const finding = { kind: 'the value of an environment variable', variable: 'MY_PASSWORD' }
    expect(findSecret('correct-horse-9-battery', { MY_PASSWORD: 'correct-horse-9-battery\n' })).toEqual(
      finding,
    )
    const quoted = 'correct "horse" 9 battery'
    for (const text of [quoted, JSON.stringify({ password: quoted })])
      expect(findSecret(text, { MY_PASSWORD: quoted })).toEqual(finding)
  })

  it('are the password of an address too, when it could be no word', () => {
    const environment = { DATABASE_URL: 'postgres://app:hunter2hunter2hunter2@db.example.com/main' }
    expect(findSecret('The password is hunter2hunter2hunter2.', environment)?.variable).toBe('DATABASE_URL')
    const short = { DATABASE_URL: 'postgres://app:example@db.example.com:5432/main1' }
    expect(findSecret('For example: db.example.com.', short)).toBeUndefined()
  })

  it('are looked for as a whole', () => {
    expect(findSecret('a1b2c3d4e5f6g7h', { TOKEN: 'a1b2c3d4e5f6g7h8' })).toBeUndefined()
  })
})

describe('refuseSecrets', () => {
  const token = `ghp_${tail}`
  const refuse = (
    fields: [string, string][],
    allow: (string | RegExp)[] = [],
    environment: Record<string, string> = {},
  ): void => refuseSecrets(fields, { environment, allow })
  const errorOf = (run: () => void): SecretError => {
    try {
      run()
    } catch (error) {
      if (SecretError.isInstance(error)) return error
      throw error
    }
    throw new Error('nothing was refused')
  }

  it('names the field, never the value', () => {
    const error = errorOf(() =>
      refuse([
        ['context[1]', 'fine'],
        ['context[2]', `token ${token}`],
      ]),
    )
    expect(error.field).toBe('context[2]')
    expect(error.message).not.toContain(tail)
    expect(error.message).toMatchInlineSnapshot(`
      "context[2] contains what looks like a GitHub token, so it is neither sent nor stored.
        remove it    from the text, or with the option redact
        or allow it  allowSecrets: ['…'], when it is none"
    `)
  })

  it('names the variable, never the value', () => {
    const error = errorOf(() =>
      refuse([['Claim 1', 'pw a1b2c3d4e5f6g7h8']], [], { DB_PASSWORD: 'a1b2c3d4e5f6g7h8' }),
    )
    expect(error.message).not.toContain('a1b2c3d4')
    expect(error.message).toMatchInlineSnapshot(`
      "Claim 1 contains the value of the environment variable DB_PASSWORD, so it is neither sent nor stored.
        remove it    from the text, or with the option redact
        or allow it  allowSecrets: ['DB_PASSWORD'], when it is none"
    `)
  })

  it.each<[string, (string | RegExp)[]]>([
    ['the text', [token]],
    ['a part of it', [tail]],
    ['an expression', [/^ghp_aB3/]],
    ['an expression with a memory', [Object.assign(/ghp_/g, { lastIndex: 9 })]],
  ])('lets through what is allowed by %s', (_, allow) => {
    expect(() => refuse([['context[0]', `${token} and ${token}`]], allow)).not.toThrow()
  })

  it('lets a variable through by its name', () => {
    const environment = { DB_PASSWORD: 'a1b2c3d4e5f6g7h8' }
    expect(() => refuse([['context[0]', 'a1b2c3d4e5f6g7h8']], ['DB_PASSWORD'], environment)).not.toThrow()
  })

  it('refuses a second secret beside one that is allowed', () => {
    expect(() => refuse([['context[0]', `${token} npm_${tail}`]], [token])).toThrow(SecretError)
  })

  it('does not let everything through for an empty text', () => {
    expect(() => refuse([['context[0]', token]], [''])).toThrow(SecretError)
  })
})

describe('documentation', () => {
  const files = globSync('node_modules/**/*.{md,mdx}')
  const environment = {
    ...process.env,
    CI_MODEL: 'anthropic/claude-sonnet-4-20250514',
    API_KEY_HINT: 'https://platform.openai.com/api-keys',
    IMAGE: 'node:24.21.0-bookworm-slim',
    PROVIDER_SECRET_PATH: '/run/secrets/openai_api_key_1',
  }

  it('is not refused in any of the files of large projects', () => {
    expect(files.length).toBeGreaterThan(500)
    const refused = files.filter(file => findSecret(readFileSync(file, 'utf8'), environment) !== undefined)
    expect(refused).toEqual([])
  })
})

describe('hideSecrets', () => {
  const environment = { MY_PASSWORD: 'correct-horse-battery-9' }

  it('takes out every occurrence of every secret, and leaves the rest', () => {
    const text = `a ghp_${tail} b correct-horse-battery-9 c ghp_${tail} d`
    expect(hideSecrets(text, { environment, allow: [] })).toBe('a [secret] b [secret] c [secret] d')
  })

  it('leaves what is allowed', () => {
    const text = `a ghp_${tail} b correct-horse-battery-9`
    expect(hideSecrets(text, { environment, allow: ['MY_PASSWORD', /^ghp_/] })).toBe(text)
  })
})
