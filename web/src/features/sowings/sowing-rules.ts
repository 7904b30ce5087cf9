import { t } from '@lingui/core/macro';
import * as v from 'valibot';

/** Hectares; the server holds the same bounds. */
const FIELD_SIZE_MAX = 10_000;

const selectAndEnter = () => t`Please select a crop and enter a valid field size (positive number).`;
const validNumber = () => t`Please enter a valid number for the field size.`;

const atMostTwoDecimals = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

export const sowingRules = v.object({
  crop: v.pipe(v.string(), v.nonEmpty(selectAndEnter)),
  field_size_ha: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(selectAndEnter),
    v.transform(Number),
    v.finite(validNumber),
    v.check((value) => value > 0 && value <= FIELD_SIZE_MAX && atMostTwoDecimals(value), selectAndEnter),
  ),
});

export type NewSowing = v.InferOutput<typeof sowingRules>;
