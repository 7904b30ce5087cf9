import { t } from '@lingui/core/macro';
import { districtName } from '@/domain/regions/district-name';
import type { FarmerRecord } from '@/shared/api/record';
import { pinCode } from './place-text';

/** Returns the result of a saved place: its district, or what is missing. */
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

/** Returns the question for the state of a place that tells no district. */
export function unknownPlace(place: string): string {
  const pin = pinCode(place);
  return pin
    ? t`The PIN code ${pin} is not known. Choose your state, then your district.`
    : t`‘${place}’ is not a district. Choose your state, then your district.`;
}

/** Tells what a place without a district costs. */
export const withoutDistrict = () =>
  t`Without a district there is no advice, no figures of your state and no climate.`;

/** Returns the question for the choice between the candidates. */
export function placeQuestion({ place, candidates }: FarmerRecord): string {
  const only = onlyOne(candidates);
  return only
    ? t`‘${place}’ seems to be in ${only}. Is that your district?`
    : t`Which district is ‘${place}’ in?`;
}

/** Returns the name of a single candidate: from a village with a district name, or a misspelt district name. */
const onlyOne = ([first, ...others]: FarmerRecord['candidates']): string | undefined =>
  first && others.length === 0 ? districtName(first) : undefined;
