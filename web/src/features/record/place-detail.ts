import { t } from '@lingui/core/macro';
import type { FarmerRecord } from '@/shared/api/shapes';
import { districtName } from './place-text';

/** What a saved place led to: its district, or what is still wanted. */
export function placeDetail({
  district,
  place_status: status,
  candidates,
}: FarmerRecord): string | undefined {
  if (district) return districtName(district);
  if (status === 'ambiguous') {
    const only = onlyOne(candidates);
    return only ? t`Is it in ${only}?` : t`Which district is it in?`;
  }
  if (status === 'unknown') return t`No climate is known for this place.`;
  return undefined;
}

/** The question that a choice between the candidates answers. */
export function placeQuestion({ place, candidates }: FarmerRecord): string {
  const only = onlyOne(candidates);
  return only
    ? t`‘${place}’ seems to be in ${only}. Is that your district?`
    : t`Which district is ‘${place}’ in?`;
}

/** A village beside the name of a district, or a slip in that name, leaves a single candidate. */
const onlyOne = ([first, ...others]: FarmerRecord['candidates']): string | undefined =>
  first && others.length === 0 ? districtName(first) : undefined;
