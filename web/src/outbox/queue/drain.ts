import type { Api } from '@/shared/api/client';
import { ApiError } from '@/shared/api/problem';
import type { FarmerRecord } from '@/shared/api/record';
import { inBackground } from '@/shared/in-background';
import { type Entry, idOf, refusalOf, type State, unneeded } from './entry';
import { ageOf } from './saved-at';
import { NewerRecord, type Sending, send } from './send';
import { nextOf } from './turn';
import { isQuiet, type Kind, type Named, type Sendable, type WriteOf } from './writes';

/** The queue as it is kept. Every call may fail, and what it has resolved is on the disk. */
export interface Queue {
  /** The entries of a farmer, in the order in which they were saved. */
  entriesOf: (farmer: string) => Promise<Entry[]>;
  /** Marks an entry as sent at least once. Returns false if the farmer took it back. */
  tried: (key: string) => Promise<boolean>;
  /** Sets the state of an entry after its write was sent. Returns false if it says something else meanwhile. */
  sent: (entry: Entry, state: State) => Promise<boolean>;
  /** Removes answered entries, but for those that another one needs meanwhile. */
  remove: (entries: readonly Entry[]) => Promise<void>;
}

/** Why nothing more can be sent now. */
export interface Stop {
  why: 'network' | 'server' | 'session';
  /** Milliseconds that the server asks to wait. */
  wait?: number | undefined;
}

interface Draining {
  farmer: string;
  api: Api;
  queue: Queue;
  now: () => number;
  /** A monotonic clock, ms. */
  steady: () => number;
  /** Whether the farmer is still the one who is signed in here. */
  isWanted: () => boolean;
  /** Called after each change of the queue. */
  moved: (key: string) => void;
}

/** Later writes may refer to the record in an answer. */
const ANSWERED_KEPT_MS = 60 * 24 * 60 * 60 * 1000;

/**
 * Sends what waits, one write after the other. Returns why it ended before all that can be sent now was sent; null if
 * nothing is left.
 */
export async function drain(draining: Draining): Promise<Stop | null> {
  const { farmer, queue, now, isWanted } = draining;
  // Entries saved during this run are sent in the next one.
  let entries = await queue.entriesOf(farmer);
  const old = unneeded(entries, (on) => on < now() - ANSWERED_KEPT_MS);
  if (old.length > 0) inBackground(queue.remove(old), 'What is not needed stays on this phone');
  const passed = new Set<string>();
  for (let next = nextOf(entries, passed); next && isWanted(); next = nextOf(entries, passed)) {
    const after = await step(next, entries, passed, draining);
    if ('why' in after) return after;
    entries = after;
  }
  return passed.size > 0 ? { why: 'server' } : null;
}

/** Sends a write, or passes it by. Returns the entries as they are then, or why those behind it have to wait. */
async function step(
  next: Entry,
  entries: Entry[],
  passed: Set<string>,
  { farmer, queue, moved, ...rest }: Draining,
): Promise<Entry[] | Stop> {
  const { key } = next;
  // A storage that fails does not block entries kept in another one.
  const unknown = (error: unknown) => {
    console.warn('An entry of this phone cannot be changed', error);
    passed.add(key);
    return undefined;
  };
  const isHere = await isStill(queue, next).catch(unknown);
  if (!isHere) return isHere === false ? entries.filter((one) => one.key !== key) : entries;
  const state = await outcome(next, entries, rest);
  if ('why' in state) return state;
  if (state.name === 'waiting') passed.add(key);
  // Nothing changed that other tabs need to know.
  if (isEarly(state) && isEarly(next.state)) return entries;
  const isAsSent = await queue.sent(next, state).catch(unknown);
  if (isAsSent === undefined) return entries;
  moved(key);
  // Otherwise it was changed, or offered to a restored server, during the call: read it again.
  return isAsSent
    ? entries.map((one) => (one.key === key ? { ...one, tried: true, state } : one))
    : queue.entriesOf(farmer);
}

/** Marks an entry as tried. False if the farmer took it back. */
const isStill = async (queue: Queue, { key, tried }: Entry) => tried || queue.tried(key);

const isEarly = (state: State) => state.name === 'waiting' && state.isEarly === true;

/** Sends a write. Returns its next state, or why it and those behind it have to wait. */
async function outcome(
  entry: Entry,
  entries: readonly Entry[],
  { api, now, steady }: Pick<Draining, 'api' | 'now' | 'steady'>,
): Promise<State | Stop> {
  const { key, state } = entry;
  const write = entry.write as WriteOf<Sendable>;
  try {
    const answer = await send(write, {
      api,
      key,
      secondsAgo: Math.round(ageOf(entry, now(), steady()) / 1000),
      idOf: idIn(entries),
      records: recordsOf(entries),
    });
    return { name: 'answered', answer, on: now() };
  } catch (error) {
    if (error instanceof NewerRecord) return { name: 'newer', record: error.record };
    if (!(error instanceof ApiError)) throw error;
    if (error.type === 'unknown-field' && state.name === 'waiting') return { ...state, isEarly: true };
    return stopOf(error) ?? answerBefore(state, error) ?? refusal(error, write.kind, now());
  }
}

function idIn(entries: readonly Entry[]): Sending['idOf'] {
  return (named: Named) => {
    const made = entries.find(({ key }) => key === named.key);
    const id = made ? idOf(made) : named.id;
    // Its sowing or plan was taken back.
    if (id === undefined) throw new ApiError('not-found', 404, '');
    return id;
  };
}

const recordsOf = (entries: readonly Entry[]): FarmerRecord[] =>
  entries.flatMap(({ state }) => {
    const answer = state.name === 'answered' ? (state.answer as object | null) : null;
    return answer && 'revision' in answer ? [answer as FarmerRecord] : [];
  });

/** Temporary refusals: the same write may succeed later. */
const PASSING: readonly number[] = [408, 425, 429];

/** Returns why an error keeps the queue from moving; undefined if it is about this write alone. */
function stopOf({ type, status, retryAfter }: ApiError): Stop | undefined {
  if (status === 401 || type === 'another-farmer') return { why: 'session' };
  // No answer, or the page of a network that wants a sign-in.
  if (status === 0 || type === 'unreadable') return { why: 'network' };
  if (status >= 500 || PASSING.includes(status)) return { why: 'server', wait: retryAfter };
  return undefined;
}

/** A write that was recorded before a restore is not shown as refused afterwards. */
const answerBefore = (state: State, { type }: ApiError): State | undefined =>
  state.name === 'waiting' && type !== 'consent-required' ? state.before : undefined;

function refusal(error: ApiError, kind: Kind, now: number): State {
  if (error.type === 'consent-required') return { name: 'consent' };
  return isQuiet(kind)
    ? { name: 'answered', answer: null, on: now }
    : { name: 'parked', problem: refusalOf(error) };
}
