import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { daysApart } from '@/domain/calendar/days';
import { useToday } from '@/domain/calendar/use-today';
import { type Advice, type AdvisedCrop, adviceQuery } from '@/shared/api/advice';

/** The advice with its days counted to today: it may be kept on this phone since last week. */
export function useAdvice() {
  const { data: read, error, refetch } = useQuery(adviceQuery);
  const today = useToday();
  const data = useMemo(() => read && onDay(read, today), [read, today]);
  return { data, error, refetch };
}

/** Returns advice with its days counted to another day: it may be kept on this phone since last week. */
export function onDay(advice: Advice, day: string): Advice {
  const days = daysApart(advice.as_of, day);
  if (days <= 0) return advice;
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
