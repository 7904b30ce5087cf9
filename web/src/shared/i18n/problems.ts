import { t } from '@lingui/core/macro';
import { ApiError } from '../api/problem';

/** Returns the message for a failed call: by problem type, otherwise the detail of the server. */
export function problemMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return t`Something went wrong. Please try again.`;
  return sentenceFor(error.type) ?? (error.detail || t`Something went wrong. Please try again.`);
}

/** No-break spaces keep the digits of an example on one line. */
export function phoneNumberWanted(): string {
  const indian = '98765\u00a043210';
  const international = `+91\u00a0${indian}`;
  return t`Please enter a phone number, such as ${indian} or ${international}.`;
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
  'field-size-not-a-number': () => t`Please enter a valid number for the field size.`,
  'invalid-field-size': () => t`Please select a crop and enter a valid field size (positive number).`,
  'profile-incomplete': () => t`Please fill in both fields`,
  'invalid-number': phoneNumberWanted,
  'invalid-place': () => t`This place is too long or has signs that cannot be saved.`,
  'unknown-district': () => t`Choose a district from the list, or write the place in your own words.`,
  'invalid-npk': () => t`Enter a number from 0 to 2000.`,
};
