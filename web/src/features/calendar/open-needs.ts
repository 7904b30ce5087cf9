import { t } from '@lingui/core/macro';
import { seasonName } from '@/domain/calendar/seasons';
import type { NextWindow } from '@/shared/api/calendar';
import type { DemandRow } from '@/shared/api/shapes';
import { whole } from '@/shared/format/numbers';
import { openingOn, openingSentence } from './opening-sentences';

export interface OpenNeed {
  crop: string;
  /** Part of the demand that is open, above 0. */
  percent: number;
}

/**
 * Returns the crops of which an open part is beyond the error of the figure: all of them, in the order of the
 * crops. The largest five, largest first, would send everyone to the same crop.
 */
export const openNeeds = (rows: readonly DemandRow[]): OpenNeed[] =>
  rows
    .filter((row) => row.is_beyond_error && row.need_tonnes > 0)
    .map(({ crop, need_tonnes, demand_tonnes }) => ({
      crop,
      percent: (need_tonnes / demand_tonnes) * 100,
    }));

/** Returns the open needs of India that a state can fill: crops that it grows, and has days of sowing for. */
export function growableNeeds(
  india: readonly DemandRow[],
  grown: readonly Pick<DemandRow, 'crop'>[],
  windows: readonly Pick<NextWindow, 'crop'>[],
): OpenNeed[] {
  const has = (rows: readonly { crop: string }[], crop: string) => rows.some((row) => row.crop === crop);
  return openNeeds(india).filter(({ crop }) => has(grown, crop) && has(windows, crop));
}

/** Parts needs into those whose crop can be sown on this day and those that come later, each in the order of the crops. */
export function byTime(
  needs: readonly OpenNeed[],
  windows: readonly NextWindow[],
  today: string,
): Record<'now' | 'later', OpenNeed[]> {
  const open = new Set(windows.filter((next) => openingOn(next, today).isOpen).map(({ crop }) => crop));
  return {
    now: needs.filter(({ crop }) => open.has(crop)),
    later: needs.filter(({ crop }) => !open.has(crop)),
  };
}

/** Tells the open part of a demand: 23 % open. */
export function openPart(percent: number): string {
  if (percent < 1) return t`less than 1 % is open`;
  const part = whole(percent);
  return t`${part} % is open`;
}

export function nextSowing(next: Omit<NextWindow, 'crop'> | undefined, today: string): string {
  if (!next) return t`No days for sowing it are known.`;
  const season = seasonName(next.name);
  const opening = openingSentence(next, today);
  return next.confidence === 'low' ? t`${season}: ${opening} (uncertain)` : t`${season}: ${opening}`;
}
