import { t } from '@lingui/core/macro';
import type { FarmerRecord } from '@/shared/api/record';

/** Names an answer on the water of a field. */
export const waterName = (water: NonNullable<FarmerRecord['water']>): string =>
  ({ all_season: t`All season`, once_or_twice: t`Once or twice`, rain_only: t`Rain only` })[water];

/** Names an answer on the soil of a field. */
export const soilName = (soil: NonNullable<FarmerRecord['soil']>): string =>
  ({ light: t`Light (sandy)`, medium: t`Medium (loam)`, heavy: t`Heavy (clay, black)` })[soil];
