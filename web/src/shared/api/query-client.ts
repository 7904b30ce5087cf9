import { type Query, QueryClient, type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { GenericSchema, InferInput } from 'valibot';
import { type Api, type ApiAnswer, createApi, read } from './client';
import { isPassing } from './problem';

const RETRIES = 2;

interface Calls {
  farmer: string | null;
  api: Api;
  end: AbortController;
}

const calls = new WeakMap<QueryClient, Calls>();

/**
 * Creates the query client of a farmer, or of guests with null. Each has its own, so that they never share
 * data.
 */
export function createQueryClient(farmer: string | null): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      // Without a network, a read fails at once and the screen shows it. It is refetched when the network
      // returns.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 5_000,
        retry: (failures, error) => failures < RETRIES && isPassing(error),
        retryDelay: (attempt) => 600 * 2 ** attempt,
      },
      // Writes are not retried by default. A sowing sets its own retries: it has an idempotency key.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  const end = new AbortController();
  calls.set(client, { farmer, api: createApi(farmer, end.signal), end });
  return client;
}

/** How the answer to a query is persisted. */
export interface Keeping {
  schema: GenericSchema;
  version: number;
}

/**
 * The `meta` of a query whose answer is persisted. Earlier and later builds read it too, and show it if it matches their
 * schema. Raise the version for a change that the previous build would misread: versions are stored side by side.
 */
export const keptAs = (schema: GenericSchema, version = 1) => ({ keeping: { schema, version } });

/** The options of a query whose answer is persisted. */
export const keptQuery = <const Key extends QueryKey, Schema extends GenericSchema>(
  queryKey: Key,
  schema: Schema,
  ask: (api: Api, signal: AbortSignal) => Promise<ApiAnswer<InferInput<Schema>>>,
) =>
  queryOptions({
    queryKey,
    meta: keptAs(schema),
    queryFn: ({ signal, client }) => read(ask(apiOf(client), signal), schema),
  });

export const keepingOf = ({ meta }: Query) => meta?.keeping as Keeping | undefined;

export const isPersisted = (query: Query) => keepingOf(query) !== undefined;

/** Returns the API client of the query client's farmer. */
export const apiOf = (client: QueryClient): Api => callsOf(client).api;

/** Returns the id of the query client's farmer; null of guests. */
export const farmerOf = (client: QueryClient): string | null => callsOf(client).farmer;

/** Returns the API client of the farmer in the current context. */
export const useApi = (): Api => apiOf(useQueryClient());

/** Returns the signal that aborts when the client's farmer signs out. */
export const endOf = (client: QueryClient): AbortSignal => callsOf(client).end.signal;

/** Aborts pending calls. Later calls of this client fail as well. */
export function endCalls(client: QueryClient): void {
  callsOf(client).end.abort();
}

function callsOf(client: QueryClient): Calls {
  const found = calls.get(client);
  if (!found) throw new Error('The query client has no API client');
  return found;
}
