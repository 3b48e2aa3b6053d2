/** A report as aligned tables, and what has to be known to read them. */
import { renderFinding } from '../print.ts'
import type { Finding } from '../row.ts'
import type { Interval } from './bootstrap.ts'
import { resamples } from './bootstrap.ts'
import { sameFrom } from './match-claims.ts'
import type { DecompositionPart, Part, Report, SupportPart } from './report.ts'
import { statuses } from './support-figures.ts'

const shownFailures = 20

/** The whole report, for a terminal. */
export function renderReport(report: Report): string {
  const { support, decomposition, failures } = report
  const findings = [
    ...(support === undefined ? [] : [accuracyOf(support), confusionOf(support)]),
    ...(decomposition === undefined ? [] : [splittingOf(decomposition)]),
    ...(report.total.secondQuestions.asked > 0 ? [secondQuestionsOf(report)] : []),
    costOf(report),
    ...(failures.length > 0 ? [failuresOf(report)] : []),
  ]
  return [headingOf(report), '', ...findings.map(renderFinding)].join('\n')
}

function headingOf({ model, selection: { rows, limit, sample }, stopped }: Report): string {
  const parts = [
    model,
    rows === 'all' ? 'all rows' : `${rows} rows`,
    limit !== undefined &&
      `at most ${limit} items of a file${sample === undefined ? '' : `, sample ${sample}`}`,
  ]
  const heading = parts.filter(part => part !== false).join(' · ')
  return stopped === undefined ? heading : `${heading}\nStopped before the end: ${stopped}`
}

function accuracyOf({ files, all, mean }: NonNullable<Report['support']>): Finding {
  const row = (part: SupportPart): string[] => [
    part.name,
    String(part.items),
    withInterval(part.balancedAccuracy, part.interval),
    percent(part.precision),
    percent(part.recall),
  ]
  return {
    heading: 'Claims: supported by the contexts or not (%)',
    table: [
      ['', 'items', 'balanced accuracy', 'precision', 'recall'],
      ...files.map(row),
      ...(files.length > 1
        ? [row(all), ['mean of files', '', withInterval(mean.balancedAccuracy, mean.interval), '', '']]
        : []),
    ],
    notes: [
      'Balanced accuracy: mean of the shares judged right among supported and among other claims; chance is 50.',
      `In brackets: 95 % bootstrap interval, ${resamples} seeded resamples, stratified by ${files.length > 1 ? 'class (the mean: by file and class)' : 'class'}.`,
      'Precision and recall are those of "supported".',
    ],
  }
}

function confusionOf({ files }: NonNullable<Report['support']>): Finding {
  return {
    heading: 'Claims by label (rows) and by what the judge made of them (columns)',
    table: [
      ['', ...statuses],
      ...files.flatMap(({ name, confusion }) =>
        Object.entries(confusion).map(([label, row]) => [
          `${name}: ${label}`,
          ...statuses.map(status => String(row[status])),
        ]),
      ),
    ],
    notes: ['unverified: called supported, but without a quote that stands in a context.'],
  }
}

function splittingOf({ files, all }: NonNullable<Report['decomposition']>): Finding {
  const row = (part: DecompositionPart): string[] => [
    part.name,
    ...[part.texts, part.claims, part.goldClaims, part.matched].map(String),
    percent(part.precision),
    percent(part.recall),
    withInterval(part.f1, part.interval),
    part.withoutGold === 0 ? '–' : `${part.rightlyNone} of ${part.withoutGold}`,
    String(part.inventedNumbers),
  ]
  return {
    heading: 'Texts: the claims they make (%)',
    table: [
      [
        '',
        'texts',
        'claims',
        'gold',
        'matched',
        'precision',
        'recall',
        'F1',
        'rightly none',
        'numbers invented',
      ],
      ...files.map(row),
      ...(files.length > 1 ? [row(all)] : []),
    ],
    notes: [
      `Matched one to one at token F1 ≥ ${sameFrom}, so that the sum of token F1 is highest; over all claims of all texts.`,
      'Tokens are words, or characters where words are not spaced. Claims for texts that make none lower precision.',
      `In brackets: 95 % bootstrap interval, ${resamples} seeded resamples of texts.`,
      'Numbers invented: claims with a number that neither the text nor what comes before it has.',
    ],
  }
}

/** A row for each file, and one for all of them. */
function partsOf({ support, decomposition, total }: Report): Part[] {
  const files: Part[] = [...(support?.files ?? []), ...(decomposition?.files ?? [])]
  return files.length > 1 ? [...files, { ...total, name: 'all' }] : files
}

function costOf(report: Report): Finding {
  return {
    heading: 'Cost of this run',
    table: [
      ['', 'calls', 'tokens in', 'tokens out', 'seconds', 'replayed', 'failed', 'not run'],
      ...partsOf(report).map(({ name, cost, seconds, failed, notRun }) => [
        name,
        ...[cost.calls, cost.inputTokens, cost.outputTokens].map(String),
        seconds.toFixed(1),
        ...[cost.replayed, failed, notRun].map(String),
      ]),
    ],
    notes: [
      'What was replayed from recordings cost nothing.',
      ...(report.total.failed > 0 ? ['Calls of items that failed are not counted.'] : []),
    ],
  }
}

function secondQuestionsOf(report: Report): Finding {
  return {
    heading: 'Questions that were asked a second time, in recordings old and new',
    table: [
      [
        '',
        'questions',
        'twice',
        'gained',
        'lost',
        'to label',
        'from label',
        'otherwise',
        'calls',
        '≈ tokens',
      ],
      ...partsOf(report).map(({ name, secondQuestions: figures }) => [
        name,
        ...[figures.questions, figures.asked, figures.gained, figures.lost].map(String),
        ...[figures.mended, figures.spoiled, figures.otherwise, figures.calls, figures.tokens].map(String),
      ]),
    ],
    notes: [
      'gained: claims that both answers together attribute and the first alone does not; lost: the other way round.',
      'to label, from label: of these, towards what people labelled and away from it.',
      'otherwise: another status, none of them attributed, or another list of claims.',
      'calls, tokens: of this run; tokens as if the second question cost as much as the first.',
    ],
  }
}

function failuresOf({ failures }: Report): Finding {
  const left = failures.length - shownFailures
  return {
    heading: `Not measured, and in none of the figures: ${failures.length} failed`,
    table: failures
      .slice(0, shownFailures)
      .map(({ file, line, id, reason }) => [`${file}:${line} ${id}: ${reason}`]),
    notes: left > 0 ? [`and ${left} more: --json lists all`] : [],
  }
}

function percent(value: number | undefined): string {
  return value === undefined ? '–' : (value * 100).toFixed(1)
}

function withInterval(value: number | undefined, interval: Interval | undefined): string {
  return interval === undefined
    ? percent(value)
    : `${percent(value)} [${percent(interval.low)}, ${percent(interval.high)}]`
}
