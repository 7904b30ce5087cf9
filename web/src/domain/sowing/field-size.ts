import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { whole } from '@/shared/format/numbers';
import { hasAtMostTwoDecimals } from '@/shared/forms/two-decimals';
import { MOST_HECTARES } from '@/shared/measures';

export const fieldSizeWanted = () => t`Please select a crop and enter a valid field size (positive number).`;
const validNumber = () => t`Please enter a valid number for the field size.`;

/** Validates the text of a field size in hectares. */
export const fieldSize = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(fieldSizeWanted),
  v.check((text) => Number.isFinite(Number(text)), validNumber),
  v.check((text) => Number(text) > 0, fieldSizeWanted),
  v.check(
    (text) => Number(text) <= MOST_HECTARES,
    () => t`Enter a field size of at most ${whole(MOST_HECTARES)} hectares.`,
  ),
  v.check(hasAtMostTwoDecimals, () => t`Use at most two decimals.`),
  v.transform(Number),
);

export const chosenCrop = v.pipe(v.string(), v.nonEmpty(fieldSizeWanted));
