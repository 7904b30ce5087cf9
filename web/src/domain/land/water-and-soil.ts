import { t } from '@lingui/core/macro';
import { capitalised } from '@/domain/crops/crop-words';
import { displayName } from '@/domain/crops/display-names';
import type { FarmerRecord } from '@/shared/api/record';

/** Names an answer on the water of a field. */
export const waterName = (water: NonNullable<FarmerRecord['water']>): string =>
  ({ all_season: t`All season`, once_or_twice: t`Once or twice`, rain_only: t`Rain only` })[water];

/** Names an answer on the soil of a field. */
export const soilName = (soil: NonNullable<FarmerRecord['soil']>): string =>
  ({
    light: t`Light (sandy)`,
    medium: t`Medium (loam)`,
    heavy: t`Heavy (clay, black)`,
    heavy_clay: t`Heavy clay that cracks`,
    waterlogged: t`Water stands on it after rain`,
    loose_sand: t`Loose sand that runs through the fingers`,
  })[soil];

/** Names an answer on what stood on a field last. */
export function lastCropName(key: string, { outside_crops }: Pick<FarmerRecord, 'outside_crops'>): string {
  if (key === 'fallow') return t`Nothing (fallow)`;
  const outside = outside_crops.find((crop) => crop.key === key);
  return outside ? capitalised(outside.name) : displayName(key);
}
