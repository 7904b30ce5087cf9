import type { ReactNode } from 'react';
import { problemMessage } from '../i18n/problems';
import { LoadError } from '../ui/message';
import { Loading } from '../ui/spinner';

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  children: (data: Data) => ReactNode;
}

/** Renders the data of a query. Before that, renders a loading state, or the error with a retry button. */
export function Loaded<Data>({ query: { data, error, refetch }, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data);
  if (error) return <LoadError message={problemMessage(error)} onRetry={() => void refetch()} />;
  return <Loading />;
}
