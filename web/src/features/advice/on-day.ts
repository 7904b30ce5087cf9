import { addDays, daysApart } from '@/domain/calendar/days';
import type { Advice, AdvisedCrop } from '@/shared/api/advice';

/**
 * Returns advice with its days counted to another day. `readOn` and `today` are days of the phone, of which only the
 * distance counts: its calendar may be wrong, and then is so on both.
 */
export function onDay(advice: Advice, readOn: string, today: string): Advice {
  const days = daysApart(readOn, today);
  if (days <= 0) return advice;
  const day = addDays(advice.as_of, days);
  return {
    ...advice,
    advice: advice.advice.map((crop) => sownOn(crop, day, days)),
    later: advice.later.map((crop) => ({ ...crop, in_days: crop.in_days - days })),
    intentions: advice.intentions.map((plan) => ({ ...plan, days_left: plan.days_left - days })),
  };
}

function sownOn(crop: AdvisedCrop, day: string, days: number): AdvisedCrop {
  const moved = { ...crop, days_left: crop.days_left - days };
  if (crop.timing === null || day < crop.sow_from) return moved;
  if (day <= crop.sow_until) return { ...moved, timing: 'usual' };
  return day <= crop.sow_latest ? { ...moved, timing: 'late' } : { ...moved, timing: 'usual', days_left: -1 };
}
