import { t } from '@lingui/core/macro';
import type { FarmerRecord } from '@/shared/api/shapes';
import { districtName } from './place-text';

/** What a saved place led to: its district, or what is still wanted. */
export function placeDetail({ district, place_status: status }: FarmerRecord): string | undefined {
  if (district) return districtName(district);
  if (status === 'ambiguous') return t`Which district is it in?`;
  if (status === 'unknown') return t`No climate is known for this place.`;
  return undefined;
}
