import type { Api } from '../api/client';
import { ApiError } from '../api/problem';
import type { FarmerRecord } from '../api/record';
import { type Entry, idOf, refusalOf, type State, subjectOf } from './entry';
import { isQuiet, type Kind, type Named, NewerRecord, type Sending, send } from './writes';

/** The queue as it is kept. Every call may fail, and what it has resolved is on the disk. */
export interface Queue {
  /** The entries of a farmer, in the order in which they were saved. */
  of: (farmer: string) => Promise<Entry[]>;
  /** Marks an entry as sent at least once. Returns false if the farmer took it back. */
  tried: (key: string) => Promise<boolean>;
  /** Sets the state of an entry. */
  set: (key: string, state: State) => Promise<void>;
  /** Removes entries. */
  remove: (entries: readonly Entry[]) => Promise<void>;
}

/** Why nothing more can be sent now. */
export interface Stop {
  why: 'network' | 'server' | 'session';
  /** Milliseconds that the server asks to wait. */
  wait?: number | undefined;
}

export interface Draining {
  farmer: string;
  api: Api;
  queue: Queue;
  now: () => number;
  /** Whether the farmer is still the one who is signed in here. */
  isWanted: () => boolean;
  /** Called after each change of the queue. */
  moved: (key: string) => void;
}

/** Answers are kept for the writes that are about what they recorded. */
const ANSWERED_KEPT_MS = 60 * 24 * 60 * 60 * 1000;

/** Sends what waits, one write after the other. Returns why it ended before the queue was empty; null if it is. */
export async function drain({ farmer, api, queue, now, moved, isWanted }: Draining): Promise<Stop | null> {
  // What is saved meanwhile is sent in the next run.
  let entries = await queue.of(farmer);
  const old = entries.filter(({ state }) => state.name === 'answered' && state.on < now() - ANSWERED_KEPT_MS);
  if (old.length > 0) await queue.remove(old);
  for (;;) {
    const next = nextOf(entries);
    if (!next || !isWanted()) return null;
    if (!next.tried && !(await queue.tried(next.key))) {
      entries = entries.filter((one) => one !== next);
      continue;
    }
    const state = await outcome(next, entries, api, now);
    if ('why' in state) return state;
    await queue.set(next.key, state);
    entries = entries.map((one) => (one === next ? { ...one, state } : one));
    moved(next.key);
  }
}

/** The first write whose turn it is. One about a sowing that is not recorded yet waits for it; nothing else waits. */
export function nextOf(entries: readonly Entry[]): Entry | undefined {
  return entries.find(({ write, state }) => {
    if (state.name !== 'waiting') return false;
    const subject = subjectOf(write);
    const before = subject && 'key' in subject && entries.find(({ key }) => key === subject.key);
    return !before || before.state.name === 'answered';
  });
}

/** Sends a write. Returns its next state, or why it and those behind it have to wait. */
async function outcome(
  { key, write, at, state }: Entry,
  entries: readonly Entry[],
  api: Api,
  now: () => number,
): Promise<State | Stop> {
  try {
    const answer = await send(write, {
      api,
      key,
      secondsAgo: secondsBetween(at, now()),
      idOf: idIn(entries),
      records: recordsOf(entries),
    });
    return { name: 'answered', answer, on: now() };
  } catch (error) {
    if (error instanceof NewerRecord) return { name: 'newer', record: error.record };
    if (!(error instanceof ApiError)) throw error;
    return stopOf(error) ?? again(state, error) ?? refusal(error, write.kind, now());
  }
}

function idIn(entries: readonly Entry[]): Sending['idOf'] {
  return (named: Named) => {
    if ('id' in named) return named.id;
    const made = entries.find(({ key }) => key === named.key);
    const id = made && idOf(made);
    // What it is about was taken back.
    if (id === undefined) throw new ApiError('not-found', 404, '');
    return id;
  };
}

function recordsOf(entries: readonly Entry[]): FarmerRecord[] {
  return entries.flatMap(({ state }) => {
    const answer = state.name === 'answered' ? (state.answer as object | null) : null;
    return answer && 'revision' in answer ? [answer as FarmerRecord] : [];
  });
}

/** A clock that is set back by a little is corrected, and one that is set back by more is told by the server. */
function secondsBetween(from: number, until: number): number {
  const seconds = Math.round((until - from) / 1000);
  return seconds > -LITTLE_S ? Math.max(seconds, 0) : seconds;
}
const LITTLE_S = 60;

/** These say nothing about the write: the same one may be recorded later. */
const PASSING: readonly number[] = [408, 425, 429];

/** Returns why an error keeps the queue from moving; undefined if it is about this write alone. */
export function stopOf({ type, status, retryAfter }: ApiError): Stop | undefined {
  if (status === 401 || type === 'another-farmer') return { why: 'session' };
  // No answer, or the page of a network that wants a sign-in.
  if (status === 0 || type === 'unreadable') return { why: 'network' };
  // An older server does not know a member that this app sends: it is updated soon.
  const isOlder = type === 'unknown-field';
  if (isOlder || status >= 500 || PASSING.includes(status)) return { why: 'server', wait: retryAfter };
  return undefined;
}

/** What was recorded once is not told to be refused: the server came back with what has made it needless. */
function again(state: State, { type }: ApiError): State | undefined {
  return state.name === 'waiting' && type !== 'consent-required' ? state.before : undefined;
}

function refusal(error: ApiError, kind: Kind, now: number): State {
  if (error.type === 'consent-required') return { name: 'consent' };
  return isQuiet(kind)
    ? { name: 'answered', answer: null, on: now }
    : { name: 'parked', problem: refusalOf(error) };
}
