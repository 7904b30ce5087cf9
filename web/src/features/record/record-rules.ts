import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { phoneNumber } from '@/shared/forms/phone-number';
import { hasAtMostTwoDecimals } from '@/shared/forms/two-decimals';

/** kg/ha; the server refuses anything outside. */
const NPK_MAX = 2000;

const filled = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(() => t`Please fill in both fields`),
);

/** The key of the district that was chosen, if one was. */
const district = v.exactOptional(v.string());

const isPhoneNumber = ({ number }: { number: string }) => phoneNumber(number) !== null;

/** What is missing is told before what is wrong. */
export const profileRules = v.pipe(
  v.object({ number: filled, place: filled, district }),
  v.forward(
    v.partialCheck(
      [['number']],
      isPhoneNumber,
      () => t`Please enter a phone number, such as 98765 43210 or +91 98765 43210.`,
    ),
    ['number'],
  ),
  v.transform((profile) => ({ ...profile, number: phoneNumber(profile.number) ?? profile.number })),
);

/** An empty place is said, and saved all the same. */
export const placeRules = v.object({ place: v.pipe(v.string(), v.trim()), district });

const nutrient = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(() => t`Enter a number from 0 to ${NPK_MAX}.`),
  v.check(
    (text) => Number(text) >= 0 && Number(text) <= NPK_MAX,
    () => t`Enter a number from 0 to ${NPK_MAX}.`,
  ),
  v.check(hasAtMostTwoDecimals, () => t`Use at most two decimals.`),
  v.transform(Number),
);

export const npkRules = v.object({ n: nutrient, p: nutrient, k: nutrient });
