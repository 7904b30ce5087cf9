import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useToday } from '@/domain/calendar/use-today';
import { adviceQuery } from '@/shared/api/advice';
import { onDay } from './on-day';

/** The advice with its days counted to today: it may be kept on this phone since last week. */
export function useAdvice() {
  const { data: read, error, refetch } = useQuery(adviceQuery);
  const today = useToday();
  const data = useMemo(() => read && onDay(read, today), [read, today]);
  return { data, error, refetch };
}
