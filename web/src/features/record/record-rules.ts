import { t } from '@lingui/core/macro';
import * as v from 'valibot';

/** kg/ha; the server refuses anything outside. */
const NPK_MAX = 2000;

const filled = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(() => t`Please fill in both fields`),
);

/** The key of the district that was chosen, if one was. */
const district = v.exactOptional(v.string());

export const profileRules = v.object({ number: filled, place: filled, district });

/** An empty place is said, and saved all the same. */
export const placeRules = v.object({ place: v.pipe(v.string(), v.trim()), district });

const nutrient = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(() => t`Enter a number from 0 to ${NPK_MAX}.`),
  v.transform(Number),
  v.finite(() => t`Enter a number from 0 to ${NPK_MAX}.`),
  v.minValue(0, () => t`Enter a number from 0 to ${NPK_MAX}.`),
  v.maxValue(NPK_MAX, () => t`Enter a number from 0 to ${NPK_MAX}.`),
  v.check(
    (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
    () => t`Use at most two decimals.`,
  ),
);

export const npkRules = v.object({ n: nutrient, p: nutrient, k: nutrient });
