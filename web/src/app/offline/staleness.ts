import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { ApiError, isPassing } from '@/shared/api/problem';
import { isPersisted } from '@/shared/api/query-client';

/** How often the screen asks again for what it could not get, ms. */
const ASK_AGAIN_MS = 30_000;

/** From here on, a farmer is told that an answer takes long, ms. */
const SLOW_MS = 4_000;

/** How up to date a screen is. */
interface Staleness {
  /** Since when it shows what it shows, because nothing newer has come, ms; null if nothing newer is waited for. */
  since: number | null;
  /** Nothing has failed yet: the answer only takes long. */
  isSlow: boolean;
  /** A part of it was never read on this phone, and cannot be read now. */
  isUnknown: boolean;
}

const UP_TO_DATE: Staleness = { since: null, isSlow: false, isUnknown: false };

const isWanted = (query: Query) => isPersisted(query) && query.isActive();

const hasFailed = ({ state }: Query) => isPassing(state.fetchFailureReason ?? state.error);

/** No answer came: what did come, such as the page of a network that wants a sign-in, is told by the screen. */
const isLost = (error: unknown) =>
  error instanceof ApiError && (error.type === 'network' || error.type === 'timeout');

/** Follows how up to date the screen of a client is. */
export class StalenessStore {
  readonly #client: QueryClient;
  /** When the pending requests of queries began. */
  readonly #began = new WeakMap<Query, number>();
  /** Queries without an answer. A retry clears their error. */
  readonly #lost = new WeakSet<Query>();
  /** Stable until something changes, for `useSyncExternalStore`. */
  #last = UP_TO_DATE;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  readonly follow = (changed: () => void): (() => void) => {
    const cache = this.#client.getQueryCache();
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const began = (query: Query) => {
      this.#began.set(query, Date.now());
      const timer = setTimeout(() => {
        timers.delete(timer);
        changed();
      }, SLOW_MS);
      timers.add(timer);
    };
    for (const query of cache.getAll()) if (query.state.fetchStatus === 'fetching') began(query);
    const stop = cache.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'fetch') began(event.query);
      if (event.type === 'updated' && ['error', 'success'].includes(event.action.type)) {
        if (isLost(event.query.state.error)) this.#lost.add(event.query);
        else this.#lost.delete(event.query);
      }
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
  };

  readonly read = (): Staleness => {
    const { since, isSlow, isUnknown } = this.#now();
    const { since: before, isSlow: wasSlow, isUnknown: wasUnknown } = this.#last;
    if (since !== before || isSlow !== wasSlow || isUnknown !== wasUnknown)
      this.#last = { since, isSlow, isUnknown };
    return this.#last;
  };

  #now(): Staleness {
    const wanted = this.#client.getQueryCache().getAll().filter(isWanted);
    const shown = wanted.filter(({ state }) => state.data !== undefined);
    const failed = navigator.onLine ? shown.filter(hasFailed) : shown;
    const slow = shown.filter((query) => this.#isSlow(query));
    const old = [...failed, ...slow];
    return {
      since: old.length > 0 ? Math.min(...old.map(({ state }) => state.dataUpdatedAt)) : null,
      isSlow: failed.length === 0 && slow.length > 0,
      isUnknown: wanted.some((query) => query.state.data === undefined && this.#isLost(query)),
    };
  }

  #isLost(query: Query): boolean {
    const { error, fetchStatus } = query.state;
    return isLost(error) || (fetchStatus === 'fetching' && this.#lost.has(query));
  }

  #isSlow(query: Query): boolean {
    const began = this.#began.get(query);
    return query.state.fetchStatus === 'fetching' && began !== undefined && Date.now() - began >= SLOW_MS;
  }
}

/** Returns how up to date the screen is, and what asks again for what it could not get. It is asked for now and then. */
export function useStaleness(): Staleness & { refetchFailed: () => void } {
  const client = useQueryClient();
  const store = useMemo(() => new StalenessStore(client), [client]);
  const known = useSyncExternalStore(store.follow, store.read);
  const refetchFailed = useCallback(
    () =>
      client.refetchQueries({
        type: 'active',
        predicate: (query) => isWanted(query) && hasFailed(query),
      }),
    [client],
  );
  const isBehind = known.since !== null || known.isUnknown;
  useEffect(() => {
    if (!isBehind) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && refetchFailed(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isBehind, refetchFailed]);
  return { ...known, refetchFailed };
}
