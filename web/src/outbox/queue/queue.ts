import * as v from 'valibot';
import type { Database } from '@/shared/storage/database';
import type { Queue } from './drain';
import { type Entry, entryOf, subjectOf, unneeded } from './entry';
import { byKey, offeredAgain } from './restored';
import { madeBy } from './turn';
import type { Write } from './writes';

/** An order that is given is behind all that is known; else it is behind all in the same place. */
export type NewEntry = Omit<Entry, 'order'> & { order?: number };
type Change = Partial<Pick<Entry, 'write' | 'state' | 'tried'>>;

/** The queue with what screens do to it. */
export interface WholeQueue extends Queue {
  /** Adds an entry behind the others. */
  add: (added: NewEntry) => Promise<void>;
  /** Changes what an entry says, or its state. Returns false if it is gone. */
  change: (key: string, change: Change) => Promise<boolean>;
  /**
   * Removes an entry that the server has not recorded, with those about what it records. If it may have recorded it,
   * adds what undoes it, and returns false.
   */
  takeBack: (key: string, inverse?: NewEntry) => Promise<boolean>;
  /** Removes entries of a farmer: those that are answered and that nothing needs, or all. */
  forget: (farmer: string, which: 'answered' | 'all') => Promise<void>;
  /** Lets everything lasting that is answered wait to be sent once more: see `offeredAgain`. */
  offerAgain: (farmer: string) => Promise<void>;
}

/** Which entries a piece of work reads. */
type Which = { farmer: string } | { key: string } | { farmerOf: string } | 'none';

/** Where entries are kept. Another version of the app may have written them. */
interface Place {
  /** Runs work on some entries, and keeps what it changes all at once. */
  with: <Done>(which: Which, work: (kept: Kept) => Done, mode?: 'readonly' | 'readwrite') => Promise<Done>;
}

interface Kept {
  all: readonly Entry[];
  add: (entry: NewEntry) => void;
  /** Changes an entry, and nothing in it that this version of the app does not know. */
  change: (entry: Entry, change: Change) => void;
  remove: (entry: Entry) => void;
}

function queueOver(place: Place): WholeQueue {
  const change: WholeQueue['change'] = (key, changed) =>
    place.with({ key }, ({ all: [found], change }) => {
      if (found) change(found, changed);
      return found !== undefined;
    });
  return {
    entriesOf: (farmer) => place.with({ farmer }, ({ all }) => [...all], 'readonly'),
    add: (added) =>
      place.with(subjectOf(added.write) ? { farmer: added.farmer } : 'none', ({ all, add }) =>
        add({ ...added, write: byKey(added.write, all) }),
      ),
    tried: (key) => change(key, { tried: true }),
    sent: ({ key, write, state: before }, state) =>
      place.with({ key }, ({ all: [found], change }) => {
        const isAsSent = JSON.stringify([found?.write, found?.state]) === JSON.stringify([write, before]);
        if (found && isAsSent) change(found, { state });
        return isAsSent;
      }),
    remove: (gone) =>
      place.with({ farmer: gone[0]?.farmer ?? '' }, ({ all, remove }) => {
        // A new entry may refer to it by now.
        const free = new Set(unneeded(all, () => true).map(({ key }) => key));
        gone.filter(({ key }) => free.has(key)).forEach(remove);
      }),
    change,
    takeBack: (key, inverse) =>
      place.with({ farmerOf: key }, ({ all, add, remove }) => {
        const found = all.find((one) => one.key === key);
        if (!found) return true;
        if (isOnItsWay(found)) {
          const isUndone = withFollowers(found, all).some(({ write }) => write.kind === inverse?.write.kind);
          if (inverse && !isUndone) add({ ...inverse, write: byKey(inverse.write, all) });
          return false;
        }
        withFollowers(found, all).forEach(remove);
        return true;
      }),
    forget: (farmer, which) =>
      place.with({ farmer }, ({ all, remove }) =>
        (which === 'all' ? all : unneeded(all, () => true)).forEach(remove),
      ),
    offerAgain: (farmer) =>
      place.with({ farmer }, ({ all, change }) => {
        for (const offered of offeredAgain(all))
          change(offered, { write: offered.write, state: offered.state });
      }),
  };
}

/** An entry that was sent may be recorded, even if no answer came. One that was refused is not. */
const isOnItsWay = ({ tried, state: { name } }: Entry) =>
  name === 'answered' || (tried && (name === 'waiting' || name === 'set-aside'));

/** An entry and those about what it records. */
export function withFollowers(first: Entry, all: readonly Entry[]): Entry[] {
  const followers = all.filter(({ write }) => {
    const subject = subjectOf(write);
    return subject?.key === first.key;
  });
  return [first, ...followers.flatMap((one) => withFollowers(one, all))];
}

/** Resolves when it is on the disk, and not only in a buffer that a dying phone loses. */
const STRICT = { durability: 'strict' } as const;

/** The queue in the browser's database. */
export const queueIn = (open: () => Promise<Database>): WholeQueue =>
  queueOver({
    with: async (which, work, mode = 'readwrite') => {
      const tx = (await open()).transaction('writes', mode, STRICT);
      const [byFarmer, byKey] = [tx.store.index('farmer'), tx.store.index('key')];
      const found = async (): Promise<unknown[]> => {
        if (which === 'none') return [];
        if ('farmer' in which) return byFarmer.getAll(which.farmer);
        const one = await byKey.get('key' in which ? which.key : which.farmerOf);
        const farmer = entryOf(one)?.farmer;
        return 'farmerOf' in which && farmer !== undefined ? byFarmer.getAll(farmer) : [one];
      };
      const changes: (Promise<unknown> | undefined)[] = [];
      const done = work(
        keptIn(await found(), {
          add: (entry) => changes.push(tx.store.add?.(entry)),
          put: (entry) => changes.push(tx.store.put?.(entry)),
          remove: (order) => changes.push(tx.store.delete?.(order)),
        }),
      );
      await Promise.all([...changes, tx.done]);
      return done;
    },
  });

/** Where a queue is kept as a text. */
export interface Text {
  get: () => string | null;
  /** Throws if it cannot be kept: then the text is what it was. */
  set: (text: string | null) => void;
}

/** The queue in a text. Its entries stand behind those of an order up to this one. */
export const queueInText = (text: Text, after = 0): WholeQueue =>
  queueOver({
    with: async (which, work) => {
      let rows = rowsIn(text.get());
      const before = rows;
      const found = rows.filter((row, _, all) => {
        if (which === 'none') return false;
        if ('key' in which) return row.key === which.key;
        const owner =
          'farmer' in which ? which.farmer : all.find(({ key }) => key === which.farmerOf)?.farmer;
        return row.farmer === owner;
      });
      const done = work(
        keptIn(found, {
          add: (entry) => {
            rows = [...rows, { ...entry, order: Math.max(after, ...rows.map(({ order }) => order)) + 1 }];
          },
          put: (entry) => {
            rows = rows.map((row) => (row.order === entry.order ? entry : row));
          },
          remove: (order) => {
            rows = rows.filter((row) => row.order !== order);
          },
        }),
      );
      if (rows !== before) text.set(rows.length > 0 ? JSON.stringify(rows) : null);
      return done;
    },
  });

const rows = v.array(v.looseObject({ order: v.number(), key: v.string(), farmer: v.string() }));
type Row = v.InferOutput<typeof rows>[number];

function rowsIn(text: string | null): Row[] {
  try {
    return v.parse(rows, JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

interface Changes {
  add: (entry: NewEntry) => void;
  put: (entry: Row) => void;
  remove: (order: number) => void;
}

function keptIn(found: readonly unknown[], { add, put, remove }: Changes): Kept {
  const raw = new Map<number, Row>();
  const all = found.flatMap((one) => {
    const entry = entryOf(one);
    if (entry) raw.set(entry.order, one as Row);
    return entry ?? [];
  });
  return {
    all,
    add,
    change: ({ order }, change) => {
      const row = raw.get(order);
      if (row) put({ ...row, ...change });
    },
    remove: ({ order }) => remove(order),
  };
}

/** Whether nothing here tells the id of what a write is about. */
function isAboutUnread(write: Write, all: readonly Entry[]): boolean {
  const subject = subjectOf(write);
  return subject !== null && subject.id === undefined && madeBy(write, all) === undefined;
}

const keysOf = (entries: readonly Entry[]) => entries.map(({ key }) => key).join();
const orderOf = ({ order }: Entry) => order;

/** Falls back to the second queue when the first one fails. Its entries are ordered behind those of the first. */
export function queueInEither(first: WholeQueue, second: WholeQueue): WholeQueue {
  /** The entries of the first queue at its last successful read. */
  const known = new Map<string, readonly Entry[]>();
  /** Farmers for whom the first queue has done `offerAgain`, and the second one has not. */
  const offered = new Set<string>();
  let isSecondUsed = false;
  let line: Promise<unknown> = Promise.resolve();
  /** Runs additions and removals one after the other, so that each sees the places of those before it. */
  const inLine = (work: () => Promise<void>) => {
    const done = line.then(work);
    line = done.catch(() => {});
    return done;
  };
  const holderOf = async (key: string) => ((await second.change(key, {})) ? second : first);
  /** Returns the entries of the first queue; undefined if it cannot be read. */
  const inFirst = async (farmer: string) => {
    try {
      const found = await first.entriesOf(farmer);
      known.set(farmer, found);
      return found;
    } catch (error) {
      if (!isSecondUsed) throw error;
      return undefined;
    }
  };
  /** The last known entries keep the order; as untried ones, none of them is sent now. */
  const asKnown = (farmer: string): Entry[] =>
    (known.get(farmer) ?? []).map((entry) => ({ ...entry, tried: false }));
  /** Ignores a failure of the first place if it was never read: then it holds nothing. */
  const ifItWorks = (farmer: string, work: Promise<void>) =>
    work.catch((error: unknown) => {
      if (known.has(farmer)) throw error;
    });
  const everything = async (farmer: string): Promise<Entry[]> => {
    for (;;) {
      const before = await second.entriesOf(farmer);
      isSecondUsed ||= before.length > 0;
      const found = await inFirst(farmer);
      const others = await second.entriesOf(farmer);
      // Read again if entries were added during the read: their order would be wrong.
      if (keysOf(before) !== keysOf(others)) continue;
      const all = [...(found ?? asKnown(farmer)), ...others].sort((one, other) => one.order - other.order);
      // What is about an entry that cannot be read has to wait for it.
      return found ? all : all.filter(({ write }) => !isAboutUnread(write, all));
    }
  };
  /** Removes those of the answered entries that nothing in either place needs. */
  const removeFree = async (gone: readonly Entry[]) => {
    const [one] = gone;
    if (!one) return;
    const free = new Set(unneeded(await everything(one.farmer), () => true).map(({ key }) => key));
    for (const each of gone.filter(({ key }) => free.has(key))) {
      await (await holderOf(each.key)).remove([each]);
      const had = known.get(each.farmer);
      if (had)
        known.set(
          each.farmer,
          had.filter(({ key }) => key !== each.key),
        );
    }
  };
  const add: WholeQueue['add'] = async (added) => {
    const others = await second.entriesOf(added.farmer);
    const all = [...(known.get(added.farmer) ?? []), ...others];
    // Where the first place has been refusing, the others were saved before this one.
    const behind = others.length > 0 ? all.map((one) => orderOf(one) + 1) : [];
    const order = Math.max(added.order ?? 0, ...behind);
    const one = { ...added, ...(order > 0 && { order }), write: byKey(added.write, all) };
    try {
      // The first place resolves against its own entries.
      await first.add({ ...one, write: byKey(added.write, others) });
      // It may refuse before it is read again.
      const had = known.get(added.farmer) ?? [];
      known.set(added.farmer, [...had, { ...one, order: one.order ?? Math.max(0, ...had.map(orderOf)) + 1 }]);
    } catch (error) {
      console.warn('The database of this browser keeps nothing', error);
      isSecondUsed = true;
      await second.add(one);
    }
  };
  return {
    entriesOf: everything,
    add: (added) => inLine(() => add(added)),
    change: async (key, changed) => (await holderOf(key)).change(key, changed),
    tried: async (key) =>
      (await holderOf(key)).tried(key).catch((error: unknown) => {
        if (known.size > 0) throw error;
        return false;
      }),
    sent: async (entry, state) => (await holderOf(entry.key)).sent(entry, state),
    takeBack: async (key, inverse) => (await holderOf(key)).takeBack(key, inverse),
    remove: (gone) => inLine(() => removeFree(gone)),
    forget: (farmer, which) =>
      inLine(async () => {
        if (which === 'answered') return removeFree(unneeded(await everything(farmer), () => true));
        await second.forget(farmer, which);
        await ifItWorks(farmer, first.forget(farmer, which));
      }),
    offerAgain: async (farmer) => {
      if (!offered.has(farmer)) await ifItWorks(farmer, first.offerAgain(farmer));
      offered.add(farmer);
      await second.offerAgain(farmer);
      offered.delete(farmer);
    },
  };
}

/** Entries in local storage stand behind those in the database, and those of a page behind both. */
const [FIRST_IN_STORAGE, FIRST_IN_PAGE] = [1e12, 2e12];

/** The queue in the database; where it refuses, in local storage; where that refuses as well, in the page. */
export const queueInAny = (database: WholeQueue, storage: Text, page: Text): WholeQueue =>
  queueInEither(
    database,
    queueInEither(queueInText(storage, FIRST_IN_STORAGE), queueInText(page, FIRST_IN_PAGE)),
  );
