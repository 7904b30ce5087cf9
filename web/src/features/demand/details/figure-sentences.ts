import { t } from '@lingui/core/macro';
import { cropName } from '@/domain/crops/crop-names';
import type { DemandOverview } from '@/shared/api/shapes';
import { calendarDate, localMoment } from '@/shared/format/dates';
import { listed } from '@/shared/format/lists';
import { plain } from '@/shared/format/numbers';

export function ageSentence({ figures_as_of, as_of }: DemandOverview): string {
  const moment = localMoment(as_of);
  if (!figures_as_of) return t`Last sowing or change in Grow: ${moment}.`;
  const day = calendarDate(figures_as_of);
  return t`Figures as of ${day}. Last sowing or change in Grow: ${moment}.`;
}

/** Names the crops whose figures are not known. */
export function notKnownSentence(crops: readonly string[]): string {
  const names = listed(crops.map(cropName));
  return t`Not known at the moment: ${names}.`;
}

export function coverageSentence({ coverage_percent }: DemandOverview, region: string): string {
  const percent = plain(coverage_percent, 2);
  if (coverage_percent > 0 && percent === '0') {
    return t`Less than 0.01 % of the land of ${region} is in Grow; the rest is estimated from usual years.`;
  }
  return t`${percent} % of the land of ${region} is in Grow; the rest is estimated from usual years.`;
}
