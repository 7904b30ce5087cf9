import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { demandOverview } from '@/testing/demand';
import { type DemandListener, followDemand, type StreamState, type Surroundings } from './demand-stream';

const CLOSED = 2;
const HIDDEN_MS = 30_000;
const SILENCE_MS = 45_000;
const LONGEST_RETRY_MS = 30_000;

class FakeSource {
  readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  listeners = new Map<string, (event: { data: unknown }) => void>();
  addEventListener(kind: string, listener: (event: { data: unknown }) => void) {
    this.listeners.set(kind, listener);
  }
  close() {
    this.readyState = CLOSED;
  }
  send(kind: string, data: unknown = '') {
    this.listeners.get(kind)?.({ data });
  }
}

const overview = demandOverview();

/** A tab, its network, and the turns of its browser. */
class Tab {
  now = 0;
  timers: { action: () => void; at: number }[] = [];
  sources: FakeSource[] = [];
  isVisible = true;
  hiddenAt = 0;
  look = () => {};
  turns = 0;
  areTurnsFree = true;
  state: StreamState | undefined;
  heardAt = 0;
  readonly listener: { [K in keyof DemandListener]: ReturnType<typeof vi.fn<DemandListener[K]>> } = {
    overview: vi.fn(),
    change: vi.fn(),
    state: vi.fn((state) => {
      this.state = state;
    }),
    missed: vi.fn(),
  };
  readonly stop = followDemand(this.listener, this.around());

  around(): Surroundings {
    return {
      open: () => {
        const source = new FakeSource();
        this.sources.push(source);
        this.heardAt = this.now;
        return source as unknown as EventSource;
      },
      takeTurn: (answer) => {
        const isTaken = this.areTurnsFree;
        if (isTaken) this.turns += 1;
        answer(isTaken);
        return () => {
          if (isTaken) this.turns -= 1;
        };
      },
      visible: () => this.isVisible,
      onSight: (look) => {
        this.look = look;
        return () => {
          this.look = () => {};
        };
      },
      later: (action, ms) => {
        const timer = { action, at: this.now + ms };
        this.timers.push(timer);
        return () => {
          this.timers = this.timers.filter((one) => one !== timer);
        };
      },
      now: () => this.now,
      random: () => 1,
    };
  }

  /** The stream that is not closed. */
  get source(): FakeSource | undefined {
    return this.sources.find(({ readyState }) => readyState !== CLOSED);
  }

  pass(ms: number) {
    const until = this.now + ms;
    for (;;) {
      const [next] = this.timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.timers = this.timers.filter((one) => one !== next);
      this.now = next.at;
      next.action();
    }
    this.now = until;
  }

  open() {
    if (this.source) this.heardAt = this.now;
    this.source?.onopen?.();
  }

  hear(kind: string) {
    if (this.source) this.heardAt = this.now;
    this.source?.send(kind, kind === 'ping' ? '' : JSON.stringify(overview));
  }

  refuse() {
    const { source } = this;
    if (source) source.readyState = CLOSED;
    source?.onerror?.();
  }

  break() {
    this.source?.onerror?.();
  }

  show(isVisible: boolean) {
    if (this.isVisible && !isVisible) this.hiddenAt = this.now;
    this.isVisible = isVisible;
    this.look();
  }
}

let tab: Tab;

beforeEach(() => {
  vi.stubGlobal('EventSource', { CLOSED });
  tab = new Tab();
});

const STEPS = {
  open: () => tab.open(),
  ping: () => tab.hear('ping'),
  overview: () => tab.hear('overview'),
  change: () => tab.hear('change'),
  break: () => tab.break(),
  refuse: () => tab.refuse(),
  hide: () => tab.show(false),
  see: () => tab.show(true),
  'other tabs have all streams': () => {
    tab.areTurnsFree = false;
  },
  'a stream is free': () => {
    tab.areTurnsFree = true;
  },
};

/** A step, or so many ms that pass. */
const step = fc.oneof(
  fc.integer({ min: 1, max: 60_000 }),
  fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
);

test('whatever the network does, a stream is called live only while it is heard, and is looked for until it is', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      tab = new Tab();
      for (const one of steps) {
        if (typeof one === 'number') tab.pass(one);
        else STEPS[one]();
        const open = tab.sources.filter(({ readyState }) => readyState !== CLOSED);
        expect(open.length, 'streams at a time').toBeLessThanOrEqual(1);
        expect(tab.turns, 'one turn for a stream').toBeLessThanOrEqual(1);
        if (open.length > 0) expect(tab.turns).toBe(1);
        if (tab.state === 'live') {
          expect(open).toHaveLength(1);
          expect(tab.now - tab.heardAt, 'silence of a live stream').toBeLessThan(SILENCE_MS);
        }
        const isHiddenLong = !tab.isVisible && tab.now - tab.hiddenAt >= HIDDEN_MS;
        if (isHiddenLong) expect([open.length, tab.turns]).toEqual([0, 0]);
      }
      // Seen, and with a free turn, it has another stream soon, and is live as soon as that is answered.
      tab.areTurnsFree = true;
      const before = tab.sources.length;
      tab.show(true);
      tab.pass(Math.max(SILENCE_MS, LONGEST_RETRY_MS));
      expect(tab.sources.length).toBeGreaterThan(before);
      if (!tab.source) tab.pass(LONGEST_RETRY_MS);
      tab.open();
      expect(tab.state).toBe('live');
      tab.stop();
      expect([tab.source, tab.turns, tab.timers]).toEqual([undefined, 0, []]);
    }),
  );
});

test('a silent stream is given up after 45 s, and what was missed is read', () => {
  tab.open();
  tab.hear('overview');
  tab.pass(SILENCE_MS - 1);
  tab.hear('ping');
  tab.pass(SILENCE_MS - 1);
  expect(tab.listener.state).toHaveBeenLastCalledWith('live');
  tab.pass(1);
  expect(tab.listener.state).toHaveBeenLastCalledWith('lost');
  expect(tab.listener.missed).toHaveBeenCalledOnce();
  expect(tab.sources).toHaveLength(2);
});

test('a farmer who looks again, or whose network is back, does not wait for a stream whose ping is late', () => {
  tab.open();
  tab.pass(19_999);
  tab.look();
  expect(tab.sources).toHaveLength(1);
  tab.pass(1);
  tab.look();
  expect(tab.sources).toHaveLength(2);
  expect(tab.listener.missed).toHaveBeenCalledOnce();
});

test('overview and change are handed on', () => {
  tab.hear('overview');
  tab.hear('change');
  expect(tab.listener.overview).toHaveBeenCalledWith(overview, false);
  expect(tab.listener.change).toHaveBeenCalledWith(overview);
});

test('a stream that comes back begins with the present of the server, whatever was counted before', () => {
  tab.open();
  tab.hear('overview');
  tab.break();
  tab.open();
  tab.hear('overview');
  tab.hear('overview');
  expect(tab.listener.overview.mock.calls.map(([, isReturn]) => isReturn)).toEqual([false, true, false]);
  tab.open();
  tab.hear('change');
  tab.hear('overview');
  expect(tab.listener.overview.mock.lastCall?.[1]).toBe(false);
});

test.each(['', '{', '[]', 'null', '{"region":"IN"}', 7])('garbage %j is ignored', (data) => {
  tab.source?.send('overview', data);
  tab.source?.send('change', data);
  expect(tab.listener.overview).not.toHaveBeenCalled();
  expect(tab.listener.change).not.toHaveBeenCalled();
});

test('a refused stream is tried again, ever more slowly up to 30 s, and afresh after a success', () => {
  const retry = () => {
    const from = tab.now;
    tab.refuse();
    while (!tab.source) tab.pass(1_000);
    return tab.now - from;
  };
  expect(Array.from({ length: 7 }, retry)).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000]);
  tab.open();
  expect(retry()).toBe(1000);
});

test('a tab that is hidden gives its stream back after 30 s, and catches up when it is seen again', () => {
  tab.show(false);
  tab.pass(HIDDEN_MS - 1);
  tab.hear('ping');
  tab.show(true);
  expect(tab.sources).toHaveLength(1);
  tab.show(false);
  tab.pass(HIDDEN_MS);
  expect(tab.source).toBeUndefined();
  tab.show(true);
  expect(tab.source).toBeDefined();
  expect(tab.listener.missed).toHaveBeenCalledOnce();
});
