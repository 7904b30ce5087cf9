import { t } from '@lingui/core/macro';
import type { AdvisedCrop } from '@/shared/api/advice';
import { about } from '@/shared/format/field-figures';
import { whole } from '@/shared/format/numbers';
import { districtName } from '@/shared/regions/district-name';

type Fit = Pick<AdvisedCrop, 'share_here'>;
type Water = Pick<AdvisedCrop, 'water_short_mm' | 'rain_mm' | 'water_need_mm'>;
type Source = AdvisedCrop['reasons'][number];

/** From this share of the land on, a crop is at home there. */
const AT_HOME = 0.1;

/** Tells the share of such land that grows the crop. */
export function growsHere({ share_here: share }: Fit): string {
  const hectares = whole(share * 100);
  return share >= AT_HOME ? t`Grows well here: ${hectares} of 100 ha` : t`Grows here: ${hectares} of 100 ha`;
}

/** The same as a sentence of the reasons. */
export function shareSentence({ share_here: share }: Fit): string {
  const hectares = whole(share * 100);
  return t`On land like yours, ${hectares} of 100 hectares grow it. It is a share of the land, not a chance of success.`;
}

/** Tells the share of a district that the farmer's share rests on. */
export function sourceSentence({ district, state, is_own, share }: Source): string {
  const hectares = whole(share * 100);
  if (is_own) return t`Your district, ${district}: ${hectares} of 100 hectares`;
  const place = districtName({ name: district, state });
  return t`${place}: ${hectares} of 100 hectares`;
}

/** Tells the water that the rain does not give. */
export function waterNeeded({ water_short_mm: short }: Pick<Water, 'water_short_mm'>): string {
  const millimetres = about(short);
  return short > 0 ? t`Needs ${millimetres} mm of water beyond the rain` : t`The rain is enough for it`;
}

/** Tells rain and need of the season. */
export function waterSentence({ water_short_mm: short, rain_mm, water_need_mm }: Water): string {
  const [rain, wanted, missing] = [about(rain_mm), about(water_need_mm), about(short)];
  return short > 0
    ? t`It needs about ${wanted} mm of water while it grows, and the rain usually gives ${rain} mm then. About ${missing} mm must come from a well, a canal or a tank.`
    : t`It needs about ${wanted} mm of water while it grows, and the rain usually gives ${rain} mm then.`;
}
