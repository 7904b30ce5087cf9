import { t } from '@lingui/core/macro';
import { ApiError, type ProblemType } from '../api/problem';
import { problemMessage, readProblems } from '../api/problem-sentences';

/** Returns the message for a failed write, by its problem type. */
export function formProblem(error: unknown): string {
  const type = error instanceof ApiError ? error.type : '';
  const known: Readonly<Record<string, () => string>> = problemSentences;
  return (Object.hasOwn(known, type) && known[type]?.()) || problemMessage(error);
}

/** No-break spaces keep the digits of an example on one line. */
export function phoneNumberWanted(): string {
  const indian = '98765\u00a043210';
  const international = `+91\u00a0${indian}`;
  return t`Please enter a phone number, such as ${indian} or ${international}.`;
}

/** The app and the server are of different releases, or the app has a fault. */
const notUnderstood = () => t`The server did not understand what this page sent. Load the page again.`;

/** What only farmers' screens can meet. Not in `problems.ts`, to keep it out of the first screen's chunk. */
const farmerProblems = {
  'unknown-crop': () => t`Select a valid crop.`,
  'not-found': () => t`This was not found. It may have been removed.`,
  'consent-required': () =>
    t`Nothing was saved, because you have not agreed to what Grow keeps. Your entries are still here.`,
  'foreign-origin': () => t`This could not be saved from this page. Load the page again.`,
  'body-too-slow': () => t`The connection was too slow to save this. Please try again.`,
  'body-too-large': () => t`This is too much text to be saved at once.`,
  'too-many-streams': () => t`Many screens here follow the figures live. Please close some of them.`,
  'field-size-not-a-number': () => t`Please enter a valid number for the field size.`,
  'invalid-field-size': () => t`Please select a crop and enter a valid field size (positive number).`,
  'profile-incomplete': () => t`Please fill in both fields`,
  'invalid-number': phoneNumberWanted,
  'invalid-place': () => t`This place is too long or has signs that cannot be saved.`,
  'unknown-district': () => t`Choose a district from the list, or write the place in your own words.`,
  'invalid-npk': () => t`Enter a number from 0 to 2000.`,
  'invalid-date': () => t`Choose the day of the sowing.`,
  'sown-on-future': () => t`The day of the sowing is in the future.`,
  'sown-on-too-old': () => t`A sowing can be recorded at most 180 days later.`,
  'wrong-clock': () => t`The clock of this phone is wrong. Set its date and time, then save again.`,
  'sowing-closed': () => t`This sowing is closed already.`,
  'too-late-to-undo': () => t`This can be undone for a day only. If the crop stands, record it again.`,
  'record-changed': () => t`This was changed in another tab or on another phone. Nothing was saved.`,
  'harvested-kg': () => t`Check the harvest: it is more than is possible on this field.`,
  'intention-ended': () => t`This plan has ended. Record the sowing under Sow Crop.`,
  'too-many-intentions': () => t`You have too many open plans. Sow or drop some of them first.`,
  'too-much-planned': () => t`Your open plans are on too much land together. Sow or drop some of them first.`,
  'plans-beyond-land': () =>
    t`Your open plans would take more land than you have said. Drop a plan, or correct your land.`,
  'too-many-sowings': () =>
    t`You have recorded as many sowings as one farmer can in a crop year. Nothing was saved. Please tell the operator.`,
  'too-many-changes': () =>
    t`You have changed your record as often as one farmer can in a crop year. Nothing was saved. Please tell the operator.`,
  'too-many-agreements': () =>
    t`You have agreed very many times today. Nothing was saved. Please try again tomorrow.`,
  'export-running': () =>
    t`Another download of a record is still running. Wait until it has ended, then try again.`,
  'invalid-size': () => t`Enter a size from 1 square metre to 10,000 hectares.`,
  'unknown-unit': () => t`Choose a unit of land from the list.`,
  'unit-size-missing': () => t`Choose how large this unit is where you live.`,
  'invalid-unit-size': () => t`Check the size of the unit: it is too large or too small.`,
  land: () => t`Enter your land in hectares, up to 10,000, or leave it empty.`,
  'no-farmer-record': () => t`Document doesn't exist. No crop to remove.`,
  'notice-outdated': () => t`What Grow keeps has changed. Please read the new version.`,
  'not-confirmed': () => t`Type the word exactly as it is shown.`,
  'unknown-language': () => t`Grow does not speak this language yet.`,
  'idempotency-key-reused': () => t`This was sent before with other values. Please try again.`,
  'outcome-unknown': () =>
    t`We do not know yet whether this was saved. Please try again: it will not be saved twice.`,
  'storage-full': () => t`There is no room to save this, and nothing was saved. Please tell the operator.`,
  'storage-busy': () =>
    t`Our store is busy with other work, and nothing was saved. Please try again in a moment.`,
  'erasure-unavailable': () => t`Your account could not be deleted just now. Please try again later.`,
  'idempotency-key-missing': notUnderstood,
  'idempotency-key-invalid': notUnderstood,
  'method-not-allowed': notUnderstood,
  'malformed-json': notUnderstood,
  'malformed-query': notUnderstood,
  'duplicate-field': notUnderstood,
  'missing-field': notUnderstood,
  'no-host': notUnderstood,
  'unknown-transfer-coding': notUnderstood,
  'not-json': notUnderstood,
  'nothing-to-change': notUnderstood,
  'unknown-field': notUnderstood,
  'unknown-maturity': notUnderstood,
  'unknown-outcome': notUnderstood,
  'unknown-part': notUnderstood,
  'unknown-last-crop': () => t`Grow does not know this crop. Choose another from the list, or “Not said”.`,
  'unknown-soil': notUnderstood,
  'unknown-water': notUnderstood,
  'two-sizes': notUnderstood,
  'unit-size-fixed': notUnderstood,
  'wrong-type': notUnderstood,
};

/** A sentence for each problem that the API knows. The type check finds a missing one. */
export const problemSentences: Readonly<Record<ProblemType, () => string>> = {
  ...readProblems,
  ...farmerProblems,
};
