import * as v from 'valibot';
import { type DemandOverview, demandOverview } from '@/shared/api/shapes';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
/** How long a hidden tab keeps its stream: browsers allow six connections to a host over HTTP/1.1, for all tabs together. */
const HIDDEN_MS = 30_000;

export interface DemandListener {
  /** True with the first one of a stream that was away: the present of a server that may have begun to count anew. */
  overview: (overview: DemandOverview, isReturn: boolean) => void;
  change: (change: DemandOverview) => void;
  /** True while the stream is open. */
  live: (open: boolean) => void;
  /** The tab was away and may have missed something. */
  returned: () => void;
}

/** What the stream needs from the browser, so that tests can stand in for it. */
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
      // The browser repeats a broken connection itself, but gives up on a refused one.
      if (opened.readyState !== EventSource.CLOSED) return;
      opened.close();
      if (source !== opened) return;
      source = null;
      const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
      failures += 1;
      // Spread, so that a restarted server is not met by every phone at once.
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

  // Counts as down until it opens: a proxy may hold it back without a word.
  listener.live(false);
  connect();
  return () => {
    cancelClose();
    stopWatching();
    drop();
  };
}

/** Hands on a readable event; anything else is ignored, the next resync puts it right. */
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
