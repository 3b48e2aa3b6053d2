/** What Vitest's json reporter wrote about each test of a project. */
import type { MeasuredAssertion } from '../../src/matcher/assertion.ts'
import type { Project } from './project.ts'

export interface ReportedTest {
  title: string
  status: 'passed' | 'failed' | 'skipped' | 'pending'
  failureMessages: string[]
  /** Milliseconds; absent where nothing ran. */
  duration?: number
  /** As of a run that measured them all. */
  meta: { contextRecall?: MeasuredAssertion[] }
}

/** The arguments that make `readReport` possible, beside Vitest's usual output. */
export const reportArguments: readonly string[] = [
  '--reporter=default',
  '--reporter=json',
  '--outputFile.json=out.json',
]

/** The tests of the last run, in the order in which they stand. */
export function readReport(project: Project): ReportedTest[] {
  const report = JSON.parse(project.read('out.json')) as {
    testResults: { assertionResults: ReportedTest[] }[]
  }
  return report.testResults.flatMap(file => file.assertionResults)
}
