import { beforeEach, expect, test, vi } from 'vitest';
import { demandOverview } from '@/testing/demand';
import { type DemandListener, followDemand, type Surroundings } from './demand-stream';

const CLOSED = 2;

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
  send(kind: string, data: unknown) {
    this.listeners.get(kind)?.({ data });
  }
}

const overview = demandOverview();

let sources: FakeSource[];
let timers: { action: () => void; ms: number }[];
let visible: boolean;
let visibilityChanged: () => void;
let listener: { [K in keyof DemandListener]: ReturnType<typeof vi.fn<DemandListener[K]>> };

const around: Surroundings = {
  open: () => {
    const source = new FakeSource();
    sources.push(source);
    return source as unknown as EventSource;
  },
  visible: () => visible,
  onVisibility: (changed) => {
    visibilityChanged = changed;
    return () => {};
  },
  later: (action, ms) => {
    const timer = { action, ms };
    timers.push(timer);
    return () => {
      timers = timers.filter((one) => one !== timer);
    };
  },
  random: () => 1,
};

beforeEach(() => {
  vi.stubGlobal('EventSource', { CLOSED });
  sources = [];
  timers = [];
  visible = true;
  listener = { overview: vi.fn(), change: vi.fn(), live: vi.fn(), returned: vi.fn() };
});

const elapse = () => {
  const [timer] = timers.splice(0, 1);
  timer?.action();
  return timer?.ms;
};
const refuse = () => {
  const source = sources.at(-1);
  if (!source) throw new Error('no stream');
  source.readyState = CLOSED;
  source.onerror?.();
};

test('overview and change are handed on', () => {
  followDemand(listener, around);
  sources[0]?.send('overview', JSON.stringify(overview));
  sources[0]?.send('change', JSON.stringify(overview));
  expect(listener.overview).toHaveBeenCalledWith(overview, false);
  expect(listener.change).toHaveBeenCalledWith(overview);
});

test('a stream that comes back begins with the present of the server, whatever was counted before', () => {
  followDemand(listener, around);
  const [source] = sources;
  const begin = (kind: string) => source?.send(kind, JSON.stringify(overview));
  source?.onopen?.();
  begin('overview');
  source?.onerror?.();
  source?.onopen?.();
  begin('overview');
  begin('overview');
  expect(listener.overview.mock.calls.map(([, isReturn]) => isReturn)).toEqual([false, true, false]);
  source?.onopen?.();
  begin('change');
  begin('overview');
  expect(listener.overview.mock.lastCall?.[1]).toBe(false);
});

test.each(['', '{', '[]', 'null', '{"region":"IN"}', 7])('garbage %j is ignored', (data) => {
  followDemand(listener, around);
  sources[0]?.send('overview', data);
  sources[0]?.send('change', data);
  expect(listener.overview).not.toHaveBeenCalled();
  expect(listener.change).not.toHaveBeenCalled();
});

test('a refused stream is tried again, ever more slowly up to 30 s, and afresh after a success', () => {
  followDemand(listener, around);
  const waits: (number | undefined)[] = [];
  for (let attempt = 0; attempt < 7; attempt += 1) {
    refuse();
    waits.push(elapse());
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000]);
  sources.at(-1)?.onopen?.();
  refuse();
  expect(elapse()).toBe(1000);
});

test('a broken connection that the browser repeats itself is left to it', () => {
  followDemand(listener, around);
  sources[0]?.onerror?.();
  expect(listener.live).toHaveBeenLastCalledWith(false);
  expect(timers).toEqual([]);
  sources[0]?.onopen?.();
  expect(listener.live).toHaveBeenLastCalledWith(true);
});

test('a tab hidden long gives its stream back, and catches up when it is seen again', () => {
  followDemand(listener, around);
  visible = false;
  visibilityChanged();
  expect(elapse()).toBe(30_000);
  expect(sources[0]?.readyState).toBe(CLOSED);
  visible = true;
  visibilityChanged();
  expect(sources).toHaveLength(2);
  expect(listener.returned).toHaveBeenCalledOnce();
});

test('a short look away keeps the stream', () => {
  followDemand(listener, around);
  visible = false;
  visibilityChanged();
  visible = true;
  visibilityChanged();
  expect(timers).toEqual([]);
  expect(sources).toHaveLength(1);
});

test('nothing is left running after the screen is gone', () => {
  const stop = followDemand(listener, around);
  refuse();
  stop();
  expect(timers).toEqual([]);
});
