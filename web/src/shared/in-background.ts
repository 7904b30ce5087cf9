/** Lets work go on that nobody waits for. What fails is noted for the operator of the phone, and shown by nothing. */
export function inBackground(work: Promise<unknown> | undefined): void {
  work?.catch((error: unknown) => console.warn('Work in the background failed', error));
}
