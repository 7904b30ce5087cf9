import { t } from '@lingui/core/macro';
import { ApiError } from '../api/problem';
import { problemMessage } from '../i18n/problems';

/** Returns the message for a failed write: by problem type, otherwise the general one. */
export function formProblem(error: unknown): string {
  const type = error instanceof ApiError ? error.type : '';
  return (Object.hasOwn(sentences, type) && sentences[type]?.()) || problemMessage(error);
}

/** No-break spaces keep the digits of an example on one line. */
export function phoneNumberWanted(): string {
  const indian = '98765\u00a043210';
  const international = `+91\u00a0${indian}`;
  return t`Please enter a phone number, such as ${indian} or ${international}.`;
}

/** What only a form can get wrong. Not in `problems.ts`, to keep it out of the first screen's chunk. */
const sentences: Readonly<Record<string, () => string>> = {
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
  'sowing-closed': () => t`This sowing is closed already.`,
  'intention-ended': () => t`This plan has ended. Record the sowing under Sow Crop.`,
  'invalid-size': () => t`Enter a size from 1 square metre to 10,000 hectares.`,
  'unknown-unit': () => t`Choose a unit of land from the list.`,
  'unit-size-missing': () => t`Choose how large this unit is where you live.`,
  'invalid-unit-size': () => t`Check the size of the unit: it is that large or that small nowhere.`,
  land: () => t`Enter your land in hectares, up to 10,000, or leave it empty.`,
};
