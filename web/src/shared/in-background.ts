/**
 * Lets work go on that nobody waits for. What fails is noted for the operator of the phone with what that means, and
 * shown by nothing. What a farmer asked for does not belong here: its promise is returned, or has a handler that tells.
 */
export function inBackground(work: Promise<unknown> | undefined, failure: string): void {
  work?.catch((error: unknown) => console.warn(failure, error));
}
