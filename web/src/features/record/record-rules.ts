import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { phoneNumberWanted } from '@/shared/forms/form-problems';
import { phoneNumber } from '@/shared/forms/phone-number';
import { hasAtMostTwoDecimals } from '@/shared/forms/two-decimals';

/** Maximum in kg/ha; the server has the same limit. */
const NPK_MAX = 2000;

const filled = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(() => t`Please fill in both fields`),
);

/** Key of the chosen district, if any. */
const district = v.exactOptional(v.string());

const phone = v.pipe(
  filled,
  v.check((text) => phoneNumber(text) !== null, phoneNumberWanted),
  v.transform((text) => phoneNumber(text) ?? text),
);

/** The place comes first: missing values are reported before invalid ones. */
export const profileRules = v.object({ place: filled, number: phone, district });

/** An empty place is valid. The caller tells the farmer about it. */
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
