import type { Api } from '@/shared/api/client';
import { inBackground } from '@/shared/in-background';
import { drain, type Stop } from './drain';
import type { Entry, State } from './entry';
import type { NewEntry, WholeQueue } from './queue';
import { inverseOf, type Kind, type Write } from './writes';

/** What happened to the queue of a farmer: one entry moved, or nothing more can be sent now. */
export interface News {
  farmer: string;
  key?: string;
  stop?: Stop | null;
}

export interface Parts {
  queue: WholeQueue;
  /** Runs work in one tab at a time. */
  alone: (work: () => Promise<void>) => Promise<void>;
  now: () => number;
  /** A monotonic clock, ms. */
  steady: () => number;
  /** Runs work later. Returns a function that cancels it. */
  after: (ms: number, work: () => void) => () => void;
  newKey: () => string;
  /** Tells the other tabs. */
  tell: (news: News) => void;
}

/** The farmer that is signed in, and the calls in this farmer's name. */
interface Sender {
  farmer: string;
  api: Api;
}

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** The longest `Retry-After` that is obeyed. */
const LONGEST_ASKED_MS = 15 * 60_000;

/** The writes of the farmers of this phone. It sends those of the farmer who is signed in, as soon as it can. */
export class Outbox {
  readonly #parts: Parts;
  readonly #listeners = new Set<(news: News) => void>();
  #sender: Sender | null = null;
  /** Whether a run is sending; `#isKickedAgain` requests another run after it. */
  #running = false;
  #isKickedAgain = false;
  #failures = 0;
  /** Why the queue stopped last; null if it was empty then. */
  #lastStop: Stop | null = null;
  /** `Retry-After` has not passed yet. */
  #mustWait = false;
  #cancelTimer = () => {};

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Sets the farmer whose writes are sent; null for a guest. */
  serve(sender: Sender | null): void {
    this.#sender = sender;
    this.#failures = 0;
    this.#mustWait = false;
    this.#lastStop = null;
    this.kick();
  }

  /** Sends what waits, even if the server asked to wait: the farmer wants it. */
  sendNow(): void {
    this.#mustWait = false;
    this.kick();
  }

  /** Sets the sender for a form that may submit before `OutboxWatch` runs. */
  ensureSender(sender: Sender): void {
    if (this.#sender?.farmer !== sender.farmer) this.serve(sender);
  }

  /**
   * Keeps a write under a key of its own. Rejects if it cannot be kept: then nothing was claimed. What the farmer has
   * not agreed to yet is not sent before.
   */
  async save(
    farmer: string,
    key: string,
    write: Write,
    name: 'waiting' | 'consent' = 'waiting',
  ): Promise<void> {
    await this.#parts.queue.add(this.#entry(farmer, key, write, name));
    this.#moved({ farmer, key });
    this.kick();
  }

  /**
   * Waits until an entry is answered, refused, or asks something, but no longer than until it is clear that it cannot
   * be sent now. Returns its state then; undefined if it was taken back.
   */
  async settled(farmer: string, key: string, patienceMs: number): Promise<State | undefined> {
    const state = async () => (await this.entries(farmer)).find((one) => one.key === key)?.state;
    const isOver = (known: State | undefined) => known?.name !== 'waiting';
    return new Promise((resolve, reject) => {
      const end = (work: () => void) => {
        cancel();
        this.#listeners.delete(look);
        work();
      };
      const look = (news: News) => {
        if (news.farmer !== farmer || (news.key !== key && news.stop === undefined)) return;
        // An entry that was saved while the queue ended is sent next.
        const isEnd = news.stop || !this.#running;
        state().then(
          (known) => (isOver(known) || isEnd) && end(() => resolve(known)),
          (error) => end(() => reject(error)),
        );
      };
      const cancel = this.#parts.after(patienceMs, () => end(() => state().then(resolve, reject)));
      this.#listeners.add(look);
      look({ farmer, key });
    });
  }

  entries(farmer: string): Promise<Entry[]> {
    return this.#parts.queue.entriesOf(farmer);
  }

  /** Whether the queue stopped because its farmer is no longer signed in. */
  get isSignedOut(): boolean {
    return this.#lastStop?.why === 'session';
  }

  /** The farmer agreed to the notice, and wants what waited for it to be sent. */
  async agreed(farmer: string): Promise<void> {
    const asked = (await this.entries(farmer)).filter(({ state }) => state.name === 'consent');
    try {
      await Promise.all(asked.map(({ key }) => this.#set(farmer, key, { name: 'waiting' })));
    } finally {
      this.kick();
    }
  }

  /** Resends a refused write, optionally changed. */
  async resend(farmer: string, key: string, write?: Write): Promise<void> {
    await this.#parts.queue.change(key, { state: { name: 'waiting' }, ...(write && { write }) });
    this.#moved({ farmer, key });
    this.kick();
  }

  /**
   * Takes a write back. If the server may have recorded it, what undoes it is sent after it. Returns false if nothing
   * can undo it.
   */
  async takeBack({ farmer, key, write }: Entry): Promise<boolean> {
    const undoing = inverseOf(key, write);
    const inverse = undoing && this.#entry(farmer, this.#parts.newKey(), undoing, 'waiting');
    const isGone = await this.#parts.queue.takeBack(key, inverse ?? undefined);
    this.#moved({ farmer, key });
    if (!isGone) this.kick();
    return isGone || inverse !== null;
  }

  /** Removes a write that the server has refused. Returns false if it may be recorded now: another tab sent it again. */
  async drop(farmer: string, key: string): Promise<boolean> {
    const isGone = await this.#parts.queue.takeBack(key);
    this.#moved({ farmer, key });
    return isGone;
  }

  /** Adds entries that were kept in a file, behind the others. Returns how many this phone did not have. */
  async takeIn(farmer: string, entries: readonly NewEntry[]): Promise<number> {
    const known = new Set((await this.entries(farmer)).map(({ key }) => key));
    const added = entries.filter(({ key }) => !known.has(key));
    for (const one of added) await this.#parts.queue.add(one);
    this.#moved({ farmer });
    this.kick();
    return added.length;
  }

  /** Removes a refused write that another one of this kind replaces. */
  async replaced(farmer: string, key: string, kind: Kind): Promise<void> {
    const found = (await this.entries(farmer)).find((one) => one.key === key);
    const replaced: readonly (Kind | undefined)[] = kind === 'sow' ? ['sow', 'sow-plan'] : [kind];
    if (replaced.includes(found?.write.kind) && found?.state.name === 'parked') await this.drop(farmer, key);
  }

  /** Resends what a server restored from a backup may have lost. */
  async offerAgain(farmer: string): Promise<void> {
    await this.#parts.queue.offerAgain(farmer);
    this.#moved({ farmer });
    this.kick();
  }

  /** Removes the answered entries of a farmer who leaves, or all of them. */
  async forget(farmer: string, which: 'answered' | 'all'): Promise<void> {
    await this.#parts.queue.forget(farmer, which);
    this.#moved({ farmer });
  }

  /** Calls back for everything that happens, here and in other tabs. Returns a function that ends it. */
  listen(listener: (news: News) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Handles news of another tab. */
  heard(news: News): void {
    this.#hear(news);
    // That tab may close before it has sent its entry.
    if (news.key !== undefined) this.kick();
  }

  #hear(news: News): void {
    for (const listener of this.#listeners) listener(news);
  }

  #entry(farmer: string, key: string, write: Write, name: 'waiting' | 'consent'): NewEntry {
    const { now, steady } = this.#parts;
    return { key, farmer, at: now(), steady: steady(), write, tried: false, state: { name } };
  }

  /** Starts a run, or requests another one after the current run. */
  kick(): void {
    if (this.#running) {
      this.#isKickedAgain = true;
      return;
    }
    const sender = this.#sender;
    if (!sender || this.#mustWait) return;
    this.#cancelTimer();
    this.#running = true;
    this.#isKickedAgain = false;
    inBackground(
      this.#run(sender).then((stop) => {
        this.#running = false;
        this.#ended(sender.farmer, stop);
      }),
      'The queue of writes stands still',
    );
  }

  async #run({ farmer, api }: Sender): Promise<Stop | null> {
    const { queue, alone, now, steady } = this.#parts;
    let stop: Stop | null = null;
    try {
      await alone(async () => {
        const moved = (key: string) => this.#moved({ farmer, key });
        stop = await drain({
          farmer,
          api,
          queue,
          now,
          steady,
          moved,
          isWanted: () => this.#sender?.farmer === farmer,
        });
      });
    } catch (error) {
      console.error('The writes of this phone cannot be sent', error);
      stop = { why: 'network' };
    }
    return stop;
  }

  #ended(farmer: string, stop: Stop | null): void {
    this.#lastStop = stop;
    if (this.#sender?.farmer === farmer) this.#rest(stop);
    if (this.#isKickedAgain && !this.#mustWait) this.kick();
    else this.#moved({ farmer, stop });
  }

  /** Schedules the next run with an exponential back-off. */
  #rest(stop: Stop | null): void {
    if (!stop) this.#failures = 0;
    if (!stop || stop.why === 'session') return;
    const wait = Math.min(FIRST_WAIT_MS * 2 ** this.#failures, LONGEST_WAIT_MS);
    this.#failures += 1;
    this.#mustWait = stop.wait !== undefined;
    this.#later(Math.max(wait, Math.min(stop.wait ?? 0, LONGEST_ASKED_MS)));
  }

  #later(ms: number): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#parts.after(ms, () => {
      this.#mustWait = false;
      this.kick();
    });
  }

  async #set(farmer: string, key: string, state: State): Promise<void> {
    await this.#parts.queue.change(key, { state });
    this.#moved({ farmer, key });
  }

  #moved(news: News): void {
    this.#hear(news);
    this.#parts.tell(news);
  }
}
