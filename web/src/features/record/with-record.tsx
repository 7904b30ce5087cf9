import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { recordQuery } from '@/shared/api/queries';
import type { FarmerRecord } from '@/shared/api/shapes';
import { problemMessage } from '@/shared/i18n/problems';
import { LoadError } from '@/shared/ui/message';
import { Loading } from '@/shared/ui/spinner';

/** Waits for the farmer's saved record: a form starts from what is saved, never from blanks that would overwrite it. */
export function WithRecord({ children }: { children: (record: FarmerRecord) => ReactNode }) {
  const { data, error, refetch } = useQuery(recordQuery);
  if (data) return children(data);
  if (error) return <LoadError message={problemMessage(error)} onRetry={() => void refetch()} />;
  return <Loading />;
}
