import type { FullResult, Reporter, TestCase } from '@playwright/test/reporter';

/** Prints a summary line at the end of the run. */
export default class ClosingLines implements Reporter {
  private readonly tests = new Set<TestCase>();

  onTestEnd(test: TestCase): void {
    this.tests.add(test);
  }

  onEnd(result: FullResult): void {
    const words = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' };
    const outcomes = [...this.tests].map((test) => words[test.outcome()]);
    const counts = Object.values(words)
      .map((word) => ({ word, count: outcomes.filter((outcome) => outcome === word).length }))
      .filter(({ count }) => count > 0)
      .map(({ word, count }) => `${count} ${word}`)
      .join(', ');
    const database = process.env.GROW_E2E_POSTGRES === '1' ? 'PostgreSQL' : 'SQLite';
    console.log(
      `e2e on ${database}: ${result.status} (${counts || 'no tests'}) in ${(result.duration / 1000).toFixed(1)} s`,
    );
  }
}
