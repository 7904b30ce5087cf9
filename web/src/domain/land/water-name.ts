import { t } from '@lingui/core/macro';
import type { FarmerRecord } from '@/shared/api/record';

/** Names an answer on the water of a field. */
export function waterName(water: NonNullable<FarmerRecord['water']>): string {
  switch (water) {
    case 'all_season':
      return t`All season`;
    case 'once_or_twice':
      return t`Once or twice`;
    case 'rain_only':
      return t`Rain only`;
  }
}
