/** What a secret looks like: keys by their prefixes, private keys, and values that stand where a secret does. */

/** A secret in a text. */
export interface Hit {
  /** In words, such as `an OpenAI or Anthropic key`. */
  kind: string
  value: string
}

/**
 * Where a prefix says whose it is: providers of models and retrievers, and of the default rules of gitleaks
 * (config/gitleaks.toml) those whose pattern needs no other word beside it; the comments have their ids.
 */
const tokens: readonly (readonly [kind: string, prefix: string, tail: string])[] = [
  ['an OpenAI, Anthropic or OpenRouter key', 'sk-', String.raw`[\w-]{20,}`], // openai-api-key, anthropic-(admin-)api-key
  ['a Stripe key', '[prs]k_(?:live|test|prod)_', '[A-Za-z0-9]{20,}'], // stripe-access-token
  ['a Google key', 'AIza', String.raw`[\w-]{20,}`], // gcp-api-key
  ['a Google OAuth secret', 'GOCSPX-', String.raw`[\w-]{20,}`],
  ['a GitHub token', 'gh[pousr]_', '[A-Za-z0-9]{20,}'], // github-pat, -oauth, -app-token, -refresh-token
  ['a GitHub token', 'github_pat_', String.raw`\w{20,}`], // github-fine-grained-pat
  ['a GitLab token', 'gl(?:pat|ptt|dt|rt|soat|ft|imt|agent|cbt|ffct)-', String.raw`[\w.-]{20,}`], // gitlab-*
  ['a Slack token', 'xox[abeoprs]-', '[A-Za-z0-9-]{20,}'], // slack-bot-token, -user-token, -legacy-*, -config-*
  ['a Slack token', 'xapp-', '[A-Za-z0-9-]{20,}'], // slack-app-token
  ['an AWS access key', '(?:AKIA|ASIA|ABIA|ACCA)', String.raw`[A-Z0-9]{16}(?!\w)`], // aws-access-token
  ['an AWS Bedrock key', 'ABSK', '[A-Za-z0-9+/]{60,}'], // aws-amazon-bedrock-api-key-long-lived
  ['a Hugging Face token', '(?:hf|api_org)_', '[A-Za-z0-9]{20,}'], // huggingface-access-token, -organization-api-token
  ['a Groq key', 'gsk_', '[A-Za-z0-9]{20,}'],
  ['an AI Gateway key', 'vck_', '[A-Za-z0-9]{20,}'],
  ['an npm token', 'npm_', '[A-Za-z0-9]{20,}'], // npm-access-token
  ['an xAI key', 'xai-', '[A-Za-z0-9]{20,}'],
  ['a Replicate token', 'r8_', '[A-Za-z0-9]{20,}'],
  ['a Perplexity key', 'pplx-', '[A-Za-z0-9]{20,}'], // perplexity-api-key
  ['an NVIDIA key', 'nvapi-', String.raw`[\w-]{20,}`],
  ['a PyPI token', 'pypi-', String.raw`[\w-]{20,}`], // pypi-upload-token
  ['a Pinecone key', 'pcsk_', String.raw`\w{20,}`],
  ['a Tavily key', 'tvly-', String.raw`[\w-]{20,}`],
  ['a LangSmith key', 'lsv2_(?:pt|sk)_', String.raw`\w{20,}`],
  ['a Voyage key', 'pa-', String.raw`\w{40,}`],
  ['a DigitalOcean token', 'do[opr]_v1_', '[a-f0-9]{20,}'], // digitalocean-pat, -access-token, -refresh-token
  ['a SendGrid key', String.raw`SG\.`, String.raw`[\w-]{20,}\.[\w-]{20,}`], // sendgrid-api-token
  ['a Sendinblue key', 'xkeysib-', '[a-f0-9]{20,}-[A-Za-z0-9]{10,}'], // sendinblue-api-token
  ['a Databricks token', 'dapi', '[a-f0-9]{32}'], // databricks-api-token
  ['a Supabase key', '(?:sbp|sb_secret)_', String.raw`[\w-]{20,}`],
  ['a Notion token', 'ntn_', '[A-Za-z0-9]{20,}'], // notion-api-token
  ['a Linear key', 'lin_api_', '[A-Za-z0-9]{20,}'], // linear-api-key
  ['a PlanetScale secret', 'pscale_(?:tkn|pw|oauth)_', String.raw`[\w.=-]{20,}`], // planetscale-*
  ['a Postman key', 'PMAK-', '[A-Fa-f0-9]{20,}-[A-Fa-f0-9]{20,}'], // postman-api-token
  ['a Grafana token', '(?:glc|glsa)_', '[A-Za-z0-9+/_]{30,}'], // grafana-cloud-api-token, -service-account-token
  ['a Vault token', String.raw`hv[sb]\.`, String.raw`[\w-]{20,}`], // vault-service-token, vault-batch-token
  ['a Terraform token', String.raw`atlasv1\.`, String.raw`[\w=-]{20,}`], // hashicorp-tf-api-token
  ['a Doppler token', String.raw`dp\.pt\.`, '[A-Za-z0-9]{20,}'], // doppler-api-token
  ['a Dynatrace token', String.raw`dt0c01\.`, String.raw`[A-Za-z0-9]{20,}\.[A-Za-z0-9]{20,}`], // dynatrace-api-token
  ['a New Relic key', 'NR(?:AK|JS|II)-', '[A-Za-z0-9-]{19,}'], // new-relic-user-api-key, -browser-api-token, -insert-key
  ['a Sentry token', 'sntry[us]_', '[A-Za-z0-9+/=_]{20,}'], // sentry-user-token, sentry-org-token
  ['a Shopify token', 'shp(?:at|ca|pa|ss)_', '[A-Fa-f0-9]{20,}'], // shopify-*
  ['a Square token', '(?:sq0(?:atp|csp)-|EAAA)', String.raw`[\w-]{22,}`], // square-access-token
  ['a RubyGems key', 'rubygems_', '[a-f0-9]{20,}'], // rubygems-api-token
  ['an Atlassian token', 'ATATT3', String.raw`[\w=-]{20,}`], // atlassian-api-token
  ['an Artifactory token', '(?:AKCp|cmVmd)', '[A-Za-z0-9]{50,}'], // artifactory-api-key, -reference-token
  ['a Heroku key', 'HRKU-AA', String.raw`[\w-]{20,}`], // heroku-api-key-v2
  ['a Fly.io token', '(?:fo1|fm1[ar]|fm2)_', String.raw`[\w+/=-]{40,}`], // flyio-access-token
  ['an Alibaba access key', 'LTAI', String.raw`[A-Za-z0-9]{20}(?!\w)`], // alibaba-access-key-id
  ['an age key', 'AGE-SECRET-KEY-1', '[A-Z0-9]{20,}'], // age-secret-key
  ['a 1Password token', 'ops_eyJ', '[A-Za-z0-9+/=]{40,}'], // 1password-service-account-token
  ['an OpenShift token', 'sha256~', String.raw`[\w-]{40,}`], // openshift-user-token
  ['a Typeform or Prefect token', '(?:tfp|pnu)_', String.raw`[\w.=-]{30,}`], // typeform-api-token, prefect-api-token
  ['a Telegram token', String.raw`\d{8,10}:AA`, String.raw`[\w-]{33}(?![\w-])`], // telegram-bot-api-token
  ['an Azure client secret', String.raw`[\w~.]{3}\dQ~`, String.raw`[\w~.-]{31,34}`], // azure-ad-client-secret
  // jwt: two objects of JSON in base64, and a signature; not John Doe's of jwt.io, nor the demo's of Supabase
  [
    'a JSON web token',
    String.raw`(?<=^|[^\w-]|\\[nrt]|%[0-9A-Fa-f]{2})eyJ`,
    String.raw`[\w-]{10,}\.(?!eyJzdWIiOiIxMjM0|eyJpc3MiOiJzdXBhYmFzZS1kZW1v)eyJ[\w-]{10,}\.[\w-]{20,}`,
  ],
  ['a webhook address', String.raw`hooks\.slack\.com/(?:services|workflows|triggers)/`, '[A-Za-z0-9/]{20,}'], // slack-webhook-url
  ['a webhook address', String.raw`discord(?:app)?\.com/api/webhooks/\d{10,30}/`, String.raw`[\w-]{20,}`],
  ['a webhook address', String.raw`webhook\.office\.com/webhookb2/`, '[A-Za-z0-9@/-]{40,}'], // microsoft-teams-webhook
]

// not inside a word; the letter of an escaped line end or the digits of a percent escape are no word
const beginning = String.raw`(?:(?<!\w)|(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{2}))`

/** Compiled with the first text that is looked at: replaying without one needs none of it. */
let compiled: { anyToken: RegExp; anyPrefix: RegExp; shapes: { kind: string; shape: RegExp }[] } | undefined

function compile(): NonNullable<typeof compiled> {
  const either = (parts: string[]): string => `${beginning}(?:${parts.join('|')})`
  return (compiled ??= {
    // recheck: all of `shapes` in one, which is three times as quick as one after the other
    anyToken: new RegExp(either(tokens.map(([, prefix, tail]) => prefix + tail)), 'g'),
    // recheck: their beginnings, and used on messages of at most 10,000 characters
    anyPrefix: new RegExp(
      String.raw`${either(tokens.map(([, prefix]) => prefix))}[\w*-]{8,}(?:\.[\w*-]+)*`,
      'g',
    ),
    shapes: tokens.map(([kind, prefix, tail]) => ({
      kind,
      shape: new RegExp(`${prefix}(${tail})`),
    })),
  })
}

/** Every secret that shows itself by its shape or its place. The time it takes grows with the text's length. */
export function* secretsIn(text: string): Generator<Hit> {
  yield* tokensIn(text)
  yield* privateKeysIn(text)
  yield* assignedIn(text)
  yield* passwordsOfAddressesIn(text)
}

/**
 * The text without anything that has the prefix of a key, for messages: also keys that are short, and those of which
 * a server masked all but the ends.
 */
export function hideKeys(text: string, hidden: string): string {
  return text.replace(compile().anyPrefix, hidden)
}

function* tokensIn(text: string): Generator<Hit> {
  const { anyToken, shapes } = compile()
  for (const [value] of text.matchAll(anyToken)) {
    for (const { kind, shape } of shapes) {
      const found = shape.exec(value)
      if (found?.index !== 0) continue
      if (isMade(found[1] ?? '')) yield { kind, value }
      break
    }
  }
}

/** What documentation writes in the place of a secret. */
const placeholder =
  /^\$[A-Za-z_({]|^[<{[%@]|[$#]\{|\{\{|\*{3}|\.{3}|…|(.)\1{4}|x{4}|your|example|sample|placeholder|dummy|fake|insert|replace|change|redacted|here|foobar|012345|123456|abcdef/i

/** Made by a machine rather than by a writer: no placeholder, and letters and digits or cases that no word mixes. */
function isMade(value: string): boolean {
  const start = value.slice(0, 200)
  return !placeholder.test(start) && /\d|[a-z][A-Z]|[a-z]{24}/.test(start)
}

/** Bits in a character, by how often each is there. */
function entropyOf(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}

/** Whether a value without a prefix can be nothing but random; a name, a version or a date is not. */
function isRandom(value: string, length: number): boolean {
  const start = value.slice(0, 200)
  if (start.length < length || placeholder.test(start) || ordinary.test(start)) return false
  const changes = start.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0
  return changes >= 3 && entropyOf(start) >= 3
}

const ordinary = /secret|passw|token|api[-_]?key|test|demo|user|process\.env|https?:/i

// `-----BEGIN … PRIVATE KEY-----` (private-key); only with a key in it: documentation shows the bare line. What
// stands between may be indented, quoted, escaped, or headers, and is walked through piece by piece.
const keyBeginning = /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/g
const betweenLines = /\\{1,4}[nrt]|[^A-Za-z0-9+/]|\+\s/y
const keyLine = /[A-Za-z0-9+/=]+/y
const keyHeader = /[A-Za-z-]{1,40}: [^\r\n\\]{0,200}/y
const headersAtMost = 8
const piecesAtMost = 40

function endOf(sticky: RegExp, text: string, start: number): number {
  sticky.lastIndex = start
  return sticky.test(text) ? sticky.lastIndex : start
}

function skipBetween(text: string, start: number): number {
  let end = start
  for (let pieces = 0; pieces < piecesAtMost; pieces++) end = endOf(betweenLines, text, end)
  return end
}

function* privateKeysIn(text: string): Generator<Hit> {
  let before = 0
  for (const { 0: line, index } of text.matchAll(keyBeginning)) {
    if (index < before) continue
    let start = skipBetween(text, index + line.length)
    for (let headers = 0; headers < headersAtMost && endOf(keyHeader, text, start) > start; headers++)
      start = skipBetween(text, endOf(keyHeader, text, start))
    let end = endOf(keyLine, text, start)
    if (end - start < 20 || !isMade(text.slice(start, end))) continue
    // the lines of the key, but not the line that ends it or the words after it
    for (let next = end; next >= end; ) {
      start = skipBetween(text, end)
      next = endOf(keyLine, text, start)
      if (next - start < 4 || /[\w ]/.test(text.charAt(next))) break
      end = next
    }
    before = end
    yield { kind: 'a private key', value: text.slice(index, end) }
  }
}

const names =
  '(?:(?:api|secret|access|auth|account|signing|encryption|master)[-_ ]?key|secret|token|passw(?:or)?d|passphrase|pwd|credentials?|authorization)'
const quote = '\\\\{0,3}["\'`]'

/**
 * `name = value`, `"name": "value"`, `?name=value`, `name: Bearer value`, `--name value`, `Bearer value`, `?sig=value`
 * (generic-api-key, curl-auth-header, database-password, hashicorp-tf-password, nuget-config-password).
 */
const assigned = new RegExp(
  String.raw`(?:(${names})(?:[-_](?:prod|production|dev|live|staging|v?\d))?(?:${quote})?\]?` +
    String.raw`(?:\s{0,3}[:=>|]{1,2}\s{0,3}|\sis:?\s|(?<=--[\w-]{0,40})[ \t])(?:${quote})?` +
    String.raw`(?:(?:bearer|basic|token|apikey|key)(?:\s|%20|\+))?|\bbearer(?:\s|%20)|[?&](?:key|sig|auth)=)` +
    `(?:${quote})?((?<=["'\`])[^\\s"'\`\\\\]{10,}|[^\\s"'\`\\\\,;&<>|()[\\]{}]{10,})`,
  'gi',
)
const basic = /\bbasic(?:\s|%20)([A-Za-z0-9+/]{12,}={0,2})/gi
/** curl-auth-user */
const userOption = /\s(?:-u|--user)[ =]["']?[^\s:"']{1,100}:([^\s"']{8,})/g
/** Names of tokens that open nothing. */
const publicName =
  /(?:page|next|prev(?:ious)?|sync|cont(?:inuation)?|csrf|xsrf|cancel|public|max|new)[-_ ]?$/i

function* assignedIn(text: string): Generator<Hit> {
  const kind = 'a key, token or password'
  for (const { 0: all, 1: name = '', 2: value = '', index } of text.matchAll(assigned)) {
    if (/^token$/i.test(name) && publicName.test(text.slice(Math.max(0, index - 14), index))) continue
    if (all !== '' && isRandom(value, /^p/i.test(name) ? 10 : 16)) yield { kind, value }
  }
  for (const [, value = ''] of text.matchAll(userOption)) if (isRandom(value, 10)) yield { kind, value }
  for (const [, value = ''] of text.matchAll(basic)) {
    const [, password = ''] =
      /^[ -9;-~]*:([ -~]+)$/.exec(Buffer.from(value, 'base64').toString('latin1')) ?? []
    if (isPassword(password)) yield { kind, value }
  }
}

// anchored at what every address has once; what stands before a local or an example host is documentation
const addressPassword =
  /(?<=[A-Za-z0-9]):\/\/[^\s/:@"'`<>]{0,100}:([^\s/"'`<>]{6,200})@(?!localhost\b|127\.|0\.0\.0\.0|\[::1\]|[\w.-]{0,100}\bexample\b)[\w[{$-]/g

function* passwordsOfAddressesIn(text: string): Generator<Hit> {
  for (const [, value = ''] of text.matchAll(addressPassword))
    if (isPassword(value)) yield { kind: 'a password in an address', value }
}

/** Where nothing but a password can stand, it need not be random. */
function isPassword(value: string): boolean {
  return value.length >= 6 && /\d|[a-z][A-Z]/.test(value) && !placeholder.test(value) && !ordinary.test(value)
}
