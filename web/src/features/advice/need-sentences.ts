import { plural, t } from '@lingui/core/macro';
import type { AdvisedCrop } from '@/shared/api/advice';
import { roundTonnes } from '@/shared/format/lakhs';
import { whole } from '@/shared/format/numbers';

export function shownFirst({ of_100_farmers: count }: Pick<AdvisedCrop, 'of_100_farmers'>): string {
  if (count < 1)
    return t`Of 100 farmers with land and known crops like yours, fewer than 1 is shown this first`;
  return plural(count, {
    one: 'Of 100 farmers with land and known crops like yours, # is shown this first',
    other: 'Of 100 farmers with land and known crops like yours, # are shown this first',
  });
}

/** Tells how much of the need is met if everybody keeps to plans and advice. */
export function projectedNeed({
  filled_if_all_follow_percent: filled,
}: Pick<AdvisedCrop, 'filled_if_all_follow_percent'>): string {
  const percent = whole(filled);
  return t`If all plans and advice are followed, India has ${percent} % of what it needs`;
}

/** Tells what usually comes in from abroad. Null where imports do not hold the price. */
export function importedNeed({
  imports,
  with_imports_percent: filled,
}: Pick<AdvisedCrop, 'imports' | 'with_imports_percent'>): string | null {
  if (!imports || filled === null) return null;
  const percent = whole(filled);
  return t`Imported today: with what usually comes in, India has ${percent} % of what it needs. Imports hold its price.`;
}

export function needError({ error_percent }: Pick<AdvisedCrop, 'error_percent'>): string {
  const percent = whole(error_percent);
  return t`These figures may be off by ${percent} %.`;
}

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
