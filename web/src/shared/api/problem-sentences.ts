import { t } from '@lingui/core/macro';
import { ApiError, type ProblemType } from './problem';

type Sentence = () => string;

/**
 * Returns the message for a failed call, by its problem type. The detail of the server is for programs: it is in
 * English. Farmers' screens have more ways to fail: see `formProblem`.
 */
export function problemMessage(error: unknown): string {
  const type = error instanceof ApiError ? error.type : '';
  const sentence = Object.hasOwn(readProblems, type)
    ? (readProblems as Record<string, Sentence>)[type]
    : null;
  return sentence?.() ?? t`Something went wrong. Please try again.`;
}

/** What the first screen can meet. Functions, because the language may change after this module is loaded. */
export const readProblems = {
  network: () => t`No connection. Check your network and try again.`,
  timeout: () => t`The server took too long to answer. Please try again.`,
  unreadable: () =>
    t`The server's answer could not be read. If your network asks you to sign in, do that first, then try again.`,
  internal: () => t`Something went wrong on our side. Please try again.`,
  unavailable: () => t`Our store cannot be reached right now. Please try again in a moment.`,
  overloaded: () => t`Many farmers are here right now. Please try again in a moment.`,
  'too-many-requests': () => t`Very many requests came from here. Please wait a moment and try again.`,
  'not-signed-in': () => t`You are signed out. Please sign in again.`,
  'another-farmer': () => t`Somebody else is signed in now. Nothing was saved.`,
  'no-demand-figures': () => t`No data found.`,
  'unknown-region': () => t`No data found.`,
} satisfies Partial<Record<ProblemType, Sentence>>;
