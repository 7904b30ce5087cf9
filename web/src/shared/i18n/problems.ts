import { t } from '@lingui/core/macro';
import { ApiError } from '../api/problem';

/** Returns the message for a failed call: by problem type, otherwise the detail of the server. */
export function problemMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return t`Something went wrong. Please try again.`;
  return sentenceFor(error.type) ?? (error.detail || t`Something went wrong. Please try again.`);
}

const sentenceFor = (type: string): string | undefined =>
  Object.hasOwn(sentences, type) ? sentences[type]?.() : undefined;

/** Functions, because the language may change after this module is loaded. */
const sentences: Readonly<Record<string, () => string>> = {
  network: () => t`No connection. Check your network and try again.`,
  timeout: () => t`The server took too long to answer. Please try again.`,
  unreadable: () => t`The server's answer could not be read. Please try again.`,
  internal: () => t`Something went wrong on our side. Please try again.`,
  unavailable: () => t`Our store cannot be reached right now. Please try again in a moment.`,
  'body-too-slow': () => t`The connection was too slow to save this. Please try again.`,
  overloaded: () => t`Many farmers are here right now. Please try again in a moment.`,
  'too-many-requests': () => t`Very many requests came from here. Please wait a moment and try again.`,
  'not-signed-in': () => t`You are signed out. Please sign in again.`,
  'another-farmer': () => t`Somebody else is signed in now. Nothing was saved.`,
  'foreign-origin': () => t`This page could not prove where it came from. Load it again.`,
  'no-demand-figures': () => t`No data found.`,
  'unknown-region': () => t`No data found.`,
  'unknown-crop': () => t`Select a valid crop.`,
  'not-found': () => t`This was not found. It may have been removed.`,
};
