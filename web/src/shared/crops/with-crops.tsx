import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { cropsQuery } from '../api/queries';
import type { Crop } from '../api/shapes';
import { problemMessage } from '../i18n/problems';
import { LoadError } from '../ui/message';
import { Loading } from '../ui/spinner';

/** Waits for the table of the sixteen crops, which several screens are built from. */
export function WithCrops({ children }: { children: (crops: readonly Crop[]) => ReactNode }) {
  const { data, error, refetch } = useQuery(cropsQuery);
  if (data) return children(data.items);
  if (error) return <LoadError message={problemMessage(error)} onRetry={() => void refetch()} />;
  return <Loading />;
}
