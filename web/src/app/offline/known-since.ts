import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { ApiError, isPassing } from '@/shared/api/problem';
import { isKept } from '@/shared/api/query-client';

/** How often the screen asks again for what it could not get, ms. */
const ASK_AGAIN_MS = 30_000;

/** From here on, a farmer is told that an answer takes long, ms. */
const SLOW_MS = 4_000;

const isWanted = (query: Query) => isKept(query) && query.isActive();

const isShown = (query: Query) => isWanted(query) && query.state.data !== undefined;

const hasFailed = ({ state }: Query) => isPassing(state.fetchFailureReason ?? state.error);

/** When the pending requests of queries began. */
const asked = new WeakMap<Query, number>();

const isSlow = (query: Query) =>
  query.state.fetchStatus === 'fetching' && Date.now() - (asked.get(query) ?? Date.now()) >= SLOW_MS;

/** Returns since when the screen shows what it shows, because nothing newer can be had; null if it can. */
function knownSince(client: QueryClient): number | null {
  const shown = client.getQueryCache().getAll().filter(isShown);
  const old = navigator.onLine ? shown.filter((query) => hasFailed(query) || isSlow(query)) : shown;
  return old.length > 0 ? Math.min(...old.map(({ state }) => state.dataUpdatedAt)) : null;
}

/** Returns whether a part of the screen is unknown: it was never read on this phone, and cannot be read now. */
const isUnknown = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .some((query) => isWanted(query) && query.state.data === undefined && isLost(query.state.error));

/** No answer came: what did come, such as the page of a network that wants a sign-in, is told by the screen. */
const isLost = (error: unknown) =>
  error instanceof ApiError && (error.type === 'network' || error.type === 'timeout');

/** Asks again for what the screen shows and could not get anew. */
function askAgain(client: QueryClient): void {
  void client.refetchQueries({ type: 'active', predicate: (query) => isWanted(query) && hasFailed(query) });
}

interface Known {
  /** In ms; null if the screen is up to date. */
  since: number | null;
  /** A part of the screen was never read on this phone. */
  isUnknown: boolean;
  again: () => void;
}

/** Follows the age of what the screen shows while there is no network, and asks for it again now and then. */
export function useKnownSince(): Known {
  const client = useQueryClient();
  const follow = useCallback(
    (changed: () => void) => {
      const timers = new Set<ReturnType<typeof setTimeout>>();
      const cache = client.getQueryCache();
      const began = (query: Query) => {
        asked.set(query, Date.now());
        timers.add(setTimeout(changed, SLOW_MS));
      };
      for (const query of cache.getAll()) if (query.state.fetchStatus === 'fetching') began(query);
      const stop = cache.subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'fetch') began(event.query);
        changed();
      });
      addEventListener('online', changed);
      addEventListener('offline', changed);
      return () => {
        stop();
        for (const timer of timers) clearTimeout(timer);
        removeEventListener('online', changed);
        removeEventListener('offline', changed);
      };
    },
    [client],
  );
  const since = useSyncExternalStore(follow, () => knownSince(client));
  const unknown = useSyncExternalStore(follow, () => isUnknown(client));
  const again = useCallback(() => askAgain(client), [client]);
  const isLost = since !== null || unknown;
  useEffect(() => {
    if (!isLost) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isLost, again]);
  return { since, isUnknown: unknown, again };
}
