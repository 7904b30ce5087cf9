import { deviceText } from '../storage/kept-text';
import { createApi, done } from './client';
import { ApiError } from './problem';

/** The farmer whose sign-out on this phone has not reached the server. */
const kept = deviceText('sign-out');

let running: Promise<boolean> | undefined;

/** Maximum wait of a page for a pending sign-out, ms. Until it is done, nobody counts as signed in. */
const PATIENCE_MS = 2_000;

/** Notes that a farmer signs out. Until the server knows it, nobody counts as signed in on this phone. */
export const noteSignOut = (farmer: string) => kept.set(farmer);

export const isSignOutPending = () => kept.get() !== null;

/** Whether no sign-out is pending, after an attempt to finish it. */
export const isSignOutOver = (): Promise<boolean> =>
  Promise.race([finishSignOut(), new Promise<boolean>((over) => setTimeout(over, PATIENCE_MS, false))]);

/** Ends the session of a farmer who has signed out before. Returns false while the server does not answer. */
export async function finishSignOut(): Promise<boolean> {
  const farmer = kept.get();
  if (farmer === null) return true;
  running ??= endSession(farmer).finally(() => {
    running = undefined;
  });
  return await running;
}

async function endSession(farmer: string): Promise<boolean> {
  try {
    await done(createApi(farmer, new AbortController().signal).DELETE('/api/v1/session'));
  } catch (error) {
    // It has ended already, or another farmer has signed in since.
    const isOver = error instanceof ApiError && (error.status === 401 || error.type === 'another-farmer');
    if (!isOver) {
      console.error('Sign-out failed', error);
      return false;
    }
  }
  kept.set(null);
  return true;
}
