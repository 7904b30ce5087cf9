/**
 * Runs work that nobody awaits, and logs a failure. Not for work that the farmer asked for: its failure must be shown.
 */
export function inBackground(work: Promise<unknown> | undefined, failure: string): void {
  work?.catch((error: unknown) => console.warn(failure, error));
}
