import type { ReactNode } from 'react';
import { problemMessage } from '../api/problem-sentences';
import { LoadError } from '../ui/message';
import { Loading } from '../ui/spinner';

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** Shown while it loads. */
  meanwhile?: ReactNode;
  /** Tells what failed, with the reason. Default: the reason alone. */
  failed?: (reason: string) => string;
  children: (data: Data) => ReactNode;
}

/** Renders the data of a query. Before that, renders a loading state, or the error with a retry button. */
export function Loaded<Data>({
  query: { data, error, refetch },
  meanwhile = <Loading />,
  failed = (reason) => reason,
  children,
}: LoadedProps<Data>) {
  if (data !== undefined) return children(data);
  if (error) return <LoadError message={failed(problemMessage(error))} onRetry={() => refetch()} />;
  return meanwhile;
}
