import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dayInIndia } from '@/domain/calendar/days';
import { adviceQuery } from '@/shared/api/advice';
import { onDay } from './on-day';

/** The advice with its days counted to today: it may be kept on this phone since last week. */
export function useAdvice() {
  const { data: read, dataUpdatedAt, error, refetch } = useQuery(adviceQuery);
  const [readOn, today] = [dayInIndia(dataUpdatedAt), dayInIndia(Date.now())];
  const data = useMemo(() => read && onDay(read, readOn, today), [read, readOn, today]);
  return { data, error, refetch };
}
