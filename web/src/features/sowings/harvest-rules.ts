import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { kilograms } from '@/shared/format/numbers';
import { HECTARE_M2 } from '@/shared/measures';

/** A harvest of more than so many times the upper yield is a slip; the server has the same limit. */
const UPPER_YIELDS_MAX = 3;

/** Validates the harvest of a field in kilograms, of a crop with this upper yield. It may be left out. */
export function harvestRules(fieldSizeHa: number, upperYieldKgPerHa: number) {
  const mostKg = Math.floor(
    (Math.round(fieldSizeHa * HECTARE_M2) * upperYieldKgPerHa * UPPER_YIELDS_MAX) / HECTARE_M2,
  );
  const most = kilograms(mostKg);
  return v.object({
    harvested_kg: v.pipe(
      v.string(),
      v.trim(),
      v.check(
        (text) => /^\d*$/.test(text),
        () => t`Enter the harvest in whole kilograms, or leave it empty.`,
      ),
      v.check(
        (text) => Number(text) <= mostKg,
        () => t`Check the harvest: more than ${most} kg is not possible on this field.`,
      ),
      v.transform((text) => (text === '' ? undefined : Number(text))),
    ),
  });
}
