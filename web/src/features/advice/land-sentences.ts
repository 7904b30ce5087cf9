import { t } from '@lingui/core/macro';
import { districtName } from '@/domain/regions/district-name';
import type { AdvisedCrop, FieldWater } from '@/shared/api/advice';
import { perHundred } from '@/shared/format/numbers';

type Fit = Pick<AdvisedCrop, 'share_here'>;
type Source = AdvisedCrop['reasons'][number];

/** Tells the part of the land of these days, with the field's water where it is told, that grows the crop. */
export function growsHere({ share_here: share }: Fit, water: FieldWater | null): string {
  const [hectares, of] = perHundred(share);
  switch (water) {
    case 'all_season':
      return t`Here ${hectares} of ${of} watered ha sown in these days grow it`;
    case 'once_or_twice':
      return t`Here ${hectares} of ${of} ha with so much water, sown in these days, grow it`;
    case 'rain_only':
      return t`Here ${hectares} of ${of} rain-fed ha sown in these days grow it`;
    case null:
      return t`Here ${hectares} of ${of} ha sown in these days grow it`;
  }
}

/** The same as a sentence of the reasons. */
export function shareSentence(crop: Fit, water: FieldWater | null): string {
  const share = growsHere(crop, water);
  return t`${share}. It is a share of the land, not a chance of success.`;
}

/** Tells whose figures say how much of the crop's land is watered, where they are not the district's own. */
export function wateredOf({ watered_of }: Pick<AdvisedCrop, 'watered_of'>): string | null {
  const words: Readonly<Record<string, string>> = {
    state: t`How much of it is watered is known from other districts of your state.`,
    india: t`How much of it is watered is known of India as a whole alone.`,
  };
  return words[watered_of ?? ''] ?? null;
}

export function sourceSentence({ district, state, is_own, share }: Source): string {
  const [hectares, of] = perHundred(share);
  if (is_own) return t`Your district, ${district}, all year: ${hectares} of ${of} hectares`;
  const place = districtName({ name: district, state });
  return t`${place}, all year: ${hectares} of ${of} hectares`;
}
