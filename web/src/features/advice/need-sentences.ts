import { plural, t } from '@lingui/core/macro';
import type { AdvisedCrop } from '@/shared/api/advice';
import { cropInSentence } from '@/shared/crops/crop-words';
import { whole } from '@/shared/format/numbers';
import { roundTonnes } from '@/shared/format/round-tonnes';

/** Tells what is still needed of a crop, plans included. */
export function openNeed({
  crop: key,
  need_open_percent: open,
}: Pick<AdvisedCrop, 'crop' | 'need_open_percent'>): string {
  const crop = cropInSentence(key);
  if (open <= -1) {
    const surplus = whole(-open);
    return t`More ${crop} is on the way than India needs: ${surplus} % too much`;
  }
  if (open <= 0) return t`India has all the ${crop} it needs`;
  if (open < 1) return t`India still needs a little ${crop}: less than 1 % of its need`;
  const percent = whole(open);
  return t`India still needs ${percent} % of its ${crop}`;
}

/** Tells how many farmers with such land, who know the same crops, are shown this crop first. */
export function shownFirst({ of_100_farmers: count }: Pick<AdvisedCrop, 'of_100_farmers'>): string {
  if (count < 1)
    return t`Of 100 farmers with land and known crops like yours, fewer than 1 is shown this first`;
  return plural(count, {
    one: 'Of 100 farmers with land and known crops like yours, # is shown this first',
    other: 'Of 100 farmers with land and known crops like yours, # are shown this first',
  });
}

/** Tells how full the need is if everybody who is shown the crop sows it. */
export function filledIfAll({
  filled_if_all_follow_percent: filled,
}: Pick<AdvisedCrop, 'filled_if_all_follow_percent'>): string {
  const percent = whole(filled);
  return t`If all of them sow it, it becomes ${percent} % full`;
}

/** Tells demand, supply and plans in rounded tonnes. */
export function needParts({
  demand_tonnes,
  met_tonnes,
  planned_tonnes,
}: Pick<AdvisedCrop, 'demand_tonnes' | 'met_tonnes' | 'planned_tonnes'>): string {
  const [demand, met] = [roundTonnes(demand_tonnes), roundTonnes(met_tonnes)];
  if (planned_tonnes <= 0) {
    return t`India wants ${demand} of it this crop year. ${met} is on the way, and nobody in Grow plans more of it yet.`;
  }
  const planned = roundTonnes(planned_tonnes);
  return t`India wants ${demand} of it this crop year. ${met} is on the way, and farmers in Grow plan ${planned} more.`;
}
