import { t } from '@lingui/core/macro';
import type { FarmerRecord, UsualYield } from '@/shared/api/record';
import { about } from '@/shared/format/field-figures';
import { kilograms } from '@/shared/format/numbers';
import { HECTARES_OF_AN_ACRE } from '@/shared/land/measures';
import { areaInWords } from '@/shared/land/units';
import { regionName } from '@/shared/regions/region-name';

/** What farmers of a state usually get of a crop. */
export interface StateYield {
  state: string;
  yield: UsualYield;
}

/** Returns the usual yield of a crop in the farmer's state. Undefined if the state or its figures are not known. */
export function stateYield(record: FarmerRecord | undefined, crop: string): StateYield | undefined {
  const found = record?.usual_yields.find((one) => one.crop === crop);
  return record?.district && found ? { state: regionName(record.district.region), yield: found } : undefined;
}

/** '1,790 to 4,260 kg per hectare', or by the acre for who thinks in acres. */
export function perHectare({ min_kg_per_ha, max_kg_per_ha }: UsualYield, inAcres: boolean): string {
  if (inAcres) {
    const ofAnAcre = (kg: number) => kilograms(kg * HECTARES_OF_AN_ACRE);
    const [low, high] = [ofAnAcre(min_kg_per_ha), ofAnAcre(max_kg_per_ha)];
    return t`${low} to ${high} kg per acre`;
  }
  const [low, high] = [kilograms(min_kg_per_ha), kilograms(max_kg_per_ha)];
  return t`${low} to ${high} kg per hectare`;
}

/** 'about 2.2 to 5.3 tonnes from your 1.25 ha'; kilograms if all of it is under a tonne. */
export function fromField(
  { min_kg_per_ha, max_kg_per_ha }: UsualYield,
  fieldSizeHa: number,
  inAcres: boolean,
): string {
  const [least, most] = [min_kg_per_ha * fieldSizeHa, max_kg_per_ha * fieldSizeHa];
  const size = areaInWords(fieldSizeHa, inAcres);
  if (most < 1000) {
    const [low, high] = [about(least), about(most)];
    return t`about ${low} to ${high} kg from your ${size}`;
  }
  const [low, high] = [about(least / 1000), about(most / 1000)];
  return t`about ${low} to ${high} tonnes from your ${size}`;
}
