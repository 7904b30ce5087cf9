import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import type { Sowing } from '@/shared/api/sowings';
import { kilograms } from '@/shared/format/numbers';
import { HECTARE_M2 } from '@/shared/land/measures';

/** A harvest of more than so many times the upper yield is a slip; the server has the same limit. */
const UPPER_YIELDS_MAX = 3;

type Field = Pick<Sowing, 'field_size_ha' | 'yield_max_kg_per_ha'>;

const mostKg = ({ field_size_ha, yield_max_kg_per_ha }: Field) =>
  Math.floor((Math.round(field_size_ha * HECTARE_M2) * yield_max_kg_per_ha * UPPER_YIELDS_MAX) / HECTARE_M2);

/** Validates the harvest of a field in kilograms. It may be left out. */
export function harvestRules(field: Field) {
  const most = kilograms(mostKg(field));
  return v.object({
    harvested_kg: v.pipe(
      v.string(),
      v.trim(),
      v.check(
        (text) => /^\d*$/.test(text),
        () => t`Enter the harvest in whole kilograms, or leave it empty.`,
      ),
      v.check(
        (text) => Number(text) <= mostKg(field),
        () => t`Check the harvest: more than ${most} kg is not possible on this field.`,
      ),
      v.transform((text) => (text === '' ? undefined : Number(text))),
    ),
  });
}
