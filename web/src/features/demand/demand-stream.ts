import * as v from 'valibot';
import { type DemandOverview, demandOverview } from '@/shared/api/shapes';
import { takeTurn } from './stream-turns';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
/** Time after which a hidden tab closes its stream. */
const HIDDEN_MS = 30_000;
/** The server sends a ping every 15 s. After this silence the stream is dead, whatever its connection says. */
const SILENCE_MS = 45_000;
/** A ping is late: the stream is not trusted when the farmer looks again, or the network comes back. */
const LATE_MS = 20_000;
/** Time after which a tab asks again, when other tabs have all streams of the browser. */
const FULL_MS = 15_000;

/** Live, or not: lost, or not wanted because other tabs of the browser have enough of them. */
export type StreamState = 'live' | 'lost' | 'full';

export interface DemandListener {
  /** `isReturn` is true for the first overview after a reconnect: a restarted server may reset its revisions. */
  overview: (overview: DemandOverview, isReturn: boolean) => void;
  change: (change: DemandOverview) => void;
  state: (state: StreamState) => void;
  /** The tab may have missed changes: it was hidden, or its stream was dead. */
  missed: () => void;
}

/** The browser functions that the stream uses. Tests replace them. */
export interface Surroundings {
  open: () => EventSource;
  /** Asks for one of the browser's streams. Returns a function that gives it back. */
  takeTurn: (answer: (isTaken: boolean) => void) => () => void;
  visible: () => boolean;
  /** Calls the listener when the tab is hidden, seen or focused, and when the network comes back. */
  onSight: (listener: () => void) => () => void;
  later: (action: () => void, ms: number) => () => void;
  now: () => number;
  random: () => number;
}

/** Follows the live demand until the returned function is called. */
export function followDemand(listener: DemandListener, around: Surroundings): () => void {
  /** Gives back what the tab holds; null while it follows nothing. */
  let leave: (() => void) | null = null;
  let source: EventSource | null = null;
  let failures = 0;
  let wasOpen = false;
  let isReturn = false;
  let heardAt = 0;
  let cancelRetry = () => {};
  let cancelSilence = () => {};
  let cancelHide: (() => void) | null = null;

  const close = () => {
    cancelRetry();
    cancelSilence();
    source?.close();
    source = null;
    listener.state('lost');
  };

  const hear = () => {
    heardAt = around.now();
    cancelSilence();
    cancelSilence = around.later(restart, SILENCE_MS);
  };

  const restart = () => {
    connect();
    listener.missed();
  };

  const connect = () => {
    close();
    const opened = around.open();
    source = opened;
    // A connection that is not answered is as dead as one that falls silent.
    hear();
    opened.onopen = () => {
      hear();
      failures = 0;
      isReturn = wasOpen;
      wasOpen = true;
      listener.state('live');
    };
    opened.onerror = () => {
      listener.state('lost');
      // The browser reconnects after a lost connection, but gives up after a refused one.
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      close();
      const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
      failures += 1;
      // Random delay: spreads the reconnects after a server restart.
      cancelRetry = around.later(connect, wait * (0.5 + around.random() / 2));
    };
    opened.addEventListener('ping', hear);
    opened.addEventListener('overview', (event) => {
      hear();
      pass(event, (overview) => listener.overview(overview, isReturn));
      isReturn = false;
    });
    opened.addEventListener('change', (event) => {
      hear();
      pass(event, listener.change);
      isReturn = false;
    });
  };

  const begin = () => {
    failures = 0;
    leave = around.takeTurn((isTaken) => {
      if (isTaken) return connect();
      listener.state('full');
      cancelRetry = around.later(begin, FULL_MS);
    });
  };

  const end = () => {
    close();
    leave?.();
    leave = null;
  };

  const stopLooking = around.onSight(() => {
    if (!around.visible()) {
      cancelHide ??= around.later(end, HIDDEN_MS);
      return;
    }
    cancelHide?.();
    cancelHide = null;
    if (!leave) {
      begin();
      listener.missed();
    } else if (source && around.now() - heardAt >= LATE_MS) {
      restart();
    }
  });

  // Counts as lost until it opens: a proxy may buffer the response.
  listener.state('lost');
  begin();
  return () => {
    cancelHide?.();
    stopLooking();
    end();
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
  takeTurn,
  visible: () => document.visibilityState === 'visible',
  onSight: (listener) => {
    document.addEventListener('visibilitychange', listener);
    for (const kind of ['focus', 'online']) addEventListener(kind, listener);
    return () => {
      document.removeEventListener('visibilitychange', listener);
      for (const kind of ['focus', 'online']) removeEventListener(kind, listener);
    };
  },
  later: (action, ms) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
  now: Date.now,
  random: Math.random,
});
