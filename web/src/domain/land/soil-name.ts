import { t } from '@lingui/core/macro';
import type { FarmerRecord } from '@/shared/api/record';

/** Names an answer on the soil of a field. */
export function soilName(soil: NonNullable<FarmerRecord['soil']>): string {
  switch (soil) {
    case 'light':
      return t`Light (sandy)`;
    case 'medium':
      return t`Medium (loam)`;
    case 'heavy':
      return t`Heavy (clay, black)`;
  }
}
