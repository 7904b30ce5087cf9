import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Ends the run with lines that a person or a script can read at a glance. */
export default class ClosingLines implements Reporter {
  private readonly counts = new Map<string, number>();

  onTestEnd(_test: TestCase, result: TestResult): void {
    this.counts.set(result.status, (this.counts.get(result.status) ?? 0) + 1);
  }

  onEnd(result: FullResult): void {
    const counts = [...this.counts].map(([status, count]) => `${count} ${status}`).join(', ');
    const database = process.env.GROW_E2E_POSTGRES === '1' ? 'PostgreSQL' : 'SQLite';
    console.log(
      `e2e on ${database}: ${result.status} (${counts || 'no tests'}) in ${(result.duration / 1000).toFixed(1)} s`,
    );
  }
}
