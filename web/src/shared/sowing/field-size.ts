import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { whole } from '../format/numbers';
import { hasAtMostTwoDecimals } from '../forms/two-decimals';

/** Maximum in hectares; the server has the same limit. */
export const FIELD_SIZE_MAX = 10_000;

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
    (text) => Number(text) <= FIELD_SIZE_MAX,
    () => t`Enter a field size of at most ${whole(FIELD_SIZE_MAX)} hectares.`,
  ),
  v.check(hasAtMostTwoDecimals, () => t`Use at most two decimals.`),
  v.transform(Number),
);

export const chosenCrop = v.pipe(v.string(), v.nonEmpty(fieldSizeWanted));
