import { t } from '@lingui/core/macro';
import type { NextWindow } from '@/shared/api/calendar';
import type { DemandRow } from '@/shared/api/shapes';
import { seasonName } from '@/shared/calendar/seasons';
import { whole } from '@/shared/format/numbers';
import { openingSentence } from './window-sentences';

export interface OpenNeed {
  crop: string;
  /** Part of the demand that is open, above 0. */
  percent: number;
}

/** Returns the crops with the largest open part of their demand. Crops without a balance have none. */
export function openNeeds(rows: readonly DemandRow[], count: number): OpenNeed[] {
  return rows
    .filter((row) => row.has_balance && row.need_tonnes > 0 && row.demand_tonnes > 0)
    .map(({ crop, need_tonnes, demand_tonnes }) => ({
      crop,
      percent: (need_tonnes / demand_tonnes) * 100,
    }))
    .sort((a, b) => b.percent - a.percent)
    .slice(0, count);
}

/** Tells the open part of a demand: 23 % open. */
export function openPart(percent: number): string {
  if (percent < 1) return t`less than 1 % is open`;
  const part = whole(percent);
  return t`${part} % is open`;
}

/** Tells when a crop is sown next. */
export function nextSowing(next: Omit<NextWindow, 'crop'> | undefined): string {
  if (!next) return t`No days for sowing it are known.`;
  const season = seasonName(next.name);
  const opening = openingSentence(next);
  return next.confidence === 'low' ? t`${season}: ${opening} (uncertain)` : t`${season}: ${opening}`;
}
