import * as v from 'valibot';
import { type DemandOverview, demandOverview } from '@/shared/api/shapes';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
/**
 * Time after which a hidden tab closes its stream. Over HTTP/1.1, browsers allow six connections to a host
 * for all tabs together.
 */
const HIDDEN_MS = 30_000;

export interface DemandListener {
  /**
   * `isReturn` is true for the first overview after a reconnect: a restarted server may reset its revisions.
   */
  overview: (overview: DemandOverview, isReturn: boolean) => void;
  change: (change: DemandOverview) => void;
  /** True while the stream is open. */
  live: (open: boolean) => void;
  /** The tab was hidden and may have missed changes. */
  returned: () => void;
}

/** The browser functions that the stream uses. Tests replace them. */
export interface Surroundings {
  open: () => EventSource;
  visible: () => boolean;
  onVisibility: (listener: () => void) => () => void;
  later: (action: () => void, ms: number) => () => void;
  random: () => number;
}

/** Follows the live demand until the returned function is called. */
export function followDemand(listener: DemandListener, around: Surroundings): () => void {
  let source: EventSource | null = null;
  let failures = 0;
  let wasOpen = false;
  let isReturn = false;
  let cancelRetry = () => {};
  let cancelClose = () => {};

  const drop = () => {
    cancelRetry();
    source?.close();
    source = null;
    listener.live(false);
  };

  const connect = () => {
    cancelRetry();
    const opened = around.open();
    source = opened;
    opened.onopen = () => {
      failures = 0;
      isReturn = wasOpen;
      wasOpen = true;
      listener.live(true);
    };
    opened.onerror = () => {
      listener.live(false);
      // The browser reconnects after a lost connection, but gives up after a refused one.
      if (opened.readyState !== EventSource.CLOSED) return;
      opened.close();
      if (source !== opened) return;
      source = null;
      const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
      failures += 1;
      // Random delay: spreads the reconnects after a server restart.
      cancelRetry = around.later(connect, wait * (0.5 + around.random() / 2));
    };
    opened.addEventListener('overview', (event) => {
      pass(event, (overview) => listener.overview(overview, isReturn));
      isReturn = false;
    });
    opened.addEventListener('change', (event) => {
      pass(event, listener.change);
      isReturn = false;
    });
  };

  const stopWatching = around.onVisibility(() => {
    cancelClose();
    if (!around.visible()) {
      cancelClose = around.later(drop, HIDDEN_MS);
    } else if (!source) {
      failures = 0;
      connect();
      listener.returned();
    }
  });

  // Counts as closed until it opens: a proxy may buffer the response.
  listener.live(false);
  connect();
  return () => {
    cancelClose();
    stopWatching();
    drop();
  };
}

/** Passes valid events to the listener. Ignores others: the next overview corrects the state. */
function pass(event: MessageEvent<unknown>, listener: (overview: DemandOverview) => void): void {
  if (typeof event.data !== 'string') return;
  let body: unknown;
  try {
    body = JSON.parse(event.data);
  } catch {
    return;
  }
  const parsed = v.safeParse(demandOverview, body);
  if (parsed.success) listener(parsed.output);
}

export const browserSurroundings = (url: string): Surroundings => ({
  open: () => new EventSource(url),
  visible: () => document.visibilityState === 'visible',
  onVisibility: (listener) => {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
  later: (action, ms) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
});
