import * as v from 'valibot';
import type { Database } from '../storage/database';
import type { Queue } from './drain';
import { type Entry, entry, type State, subjectOf } from './entry';
import { offeredAgain } from './restored';

export type NewEntry = Omit<Entry, 'order'>;

/** The queue with what screens do to it. */
export interface WholeQueue extends Queue {
  /** Adds an entry behind the others. */
  add: (added: NewEntry) => Promise<void>;
  /** Changes what an entry says, or its state. Returns false if it is gone. */
  change: (key: string, change: Partial<Pick<Entry, 'write' | 'state' | 'tried'>>) => Promise<boolean>;
  /**
   * Removes an entry that the server has not recorded, with those about what it records. Returns false if it may have
   * recorded it.
   */
  takeBack: (key: string) => Promise<boolean>;
  /** Removes entries of a farmer: those that are answered, or all. */
  forget: (farmer: string, which: 'answered' | 'all') => Promise<void>;
  /** Lets everything lasting that is answered wait to be sent once more: see `offeredAgain`. */
  offerAgain: (farmer: string) => Promise<void>;
  /** How many entries cannot be read. They are kept apart. */
  unread: () => Promise<number>;
}

/** Resolves when it is on the disk, and not only in a buffer that a dying phone loses. */
const STRICT = { durability: 'strict' } as const;

/** The queue in the browser's database. */
export function queueIn(open: () => Promise<Database>): WholeQueue {
  const change: WholeQueue['change'] = async (key, changed) => {
    const tx = (await open()).transaction('writes', 'readwrite', STRICT);
    const found = readable(await tx.store.index('key').get(key));
    if (found) await tx.store.put({ ...found, ...changed });
    await tx.done;
    return found !== undefined;
  };

  return {
    of: async (farmer) => {
      const kept = await open();
      const found = await kept.getAllFromIndex('writes', 'farmer', farmer);
      const entries = found.flatMap((one) => readable(one) ?? []);
      if (entries.length < found.length) await setApart(kept, farmer);
      return entries;
    },
    add: async (added) => {
      const tx = (await open()).transaction('writes', 'readwrite', STRICT);
      await tx.store.add(added);
      await tx.done;
    },
    tried: (key) => change(key, { tried: true }),
    set: async (key, state) => void (await change(key, { state })),
    remove: async (entries) => {
      const tx = (await open()).transaction('writes', 'readwrite', STRICT);
      await Promise.all(entries.map(({ order }) => tx.store.delete(order)));
      await tx.done;
    },
    change,
    takeBack: async (key) => {
      const tx = (await open()).transaction('writes', 'readwrite', STRICT);
      const found = readable(await tx.store.index('key').get(key));
      const isLate = found !== undefined && isOnItsWay(found);
      if (found && !isLate) {
        const all = await tx.store.index('farmer').getAll(found.farmer);
        const gone = withFollowers(
          found,
          all.flatMap((one) => readable(one) ?? []),
        );
        await Promise.all(gone.map(({ order }) => tx.store.delete(order)));
      }
      await tx.done;
      return !isLate;
    },
    forget: async (farmer, which) => {
      const tx = (await open()).transaction('writes', 'readwrite', STRICT);
      for (
        let cursor = await tx.store.index('farmer').openCursor(farmer);
        cursor;
        cursor = await cursor.continue()
      ) {
        if (which === 'all' || readable(cursor.value)?.state.name === 'answered') await cursor.delete();
      }
      await tx.done;
    },
    offerAgain: async (farmer) => {
      const tx = (await open()).transaction('writes', 'readwrite', STRICT);
      const all = await tx.store.index('farmer').getAll(farmer);
      const offered = offeredAgain(all.flatMap((one) => readable(one) ?? []));
      await Promise.all(offered.map((one) => tx.store.put(one)));
      await tx.done;
    },
    unread: async () => (await open()).count('unread'),
  };
}

const readable = (found: unknown): Entry | undefined => {
  const { success, output } = v.safeParse(entry, found);
  return success ? output : undefined;
};

/** An entry that was sent may be recorded, even if no answer came. One that was refused is not. */
const isOnItsWay = ({ tried, state: { name } }: Entry) =>
  name === 'answered' || (name === 'waiting' && tried);

/** An entry and those about what it records. */
export function withFollowers(first: Entry, all: readonly Entry[]): Entry[] {
  const followers = all.filter(({ write }) => {
    const subject = subjectOf(write);
    return subject && 'key' in subject && subject.key === first.key;
  });
  return [first, ...followers.flatMap((one) => withFollowers(one, all))];
}

/** Moves the entries of a farmer that cannot be read to a place of their own, so that none is lost or in the way. */
async function setApart(kept: Database, farmer: string): Promise<void> {
  const tx = kept.transaction(['writes', 'unread'], 'readwrite', STRICT);
  const writes = tx.objectStore('writes').index('farmer');
  for (let cursor = await writes.openCursor(farmer); cursor; cursor = await cursor.continue()) {
    if (readable(cursor.value)) continue;
    await tx.objectStore('unread').add(cursor.value);
    await cursor.delete();
  }
  await tx.done;
}

/** A queue that lasts as long as the page: where the browser keeps nothing, and in tests. */
export function queueInMemory(): WholeQueue {
  let entries: Entry[] = [];
  let order = 0;
  const find = (key: string) => entries.find((one) => one.key === key);
  const change: WholeQueue['change'] = async (key, changed) => {
    entries = entries.map((one) => (one.key === key ? { ...one, ...changed } : one));
    return find(key) !== undefined;
  };
  return {
    of: async (farmer) => entries.filter((one) => one.farmer === farmer),
    add: async (added) => {
      order += 1;
      entries = [...entries, { ...added, order }];
    },
    tried: (key) => change(key, { tried: true }),
    set: async (key, state: State) => void (await change(key, { state })),
    remove: async (gone) => {
      entries = entries.filter(({ order }) => !gone.some((one) => one.order === order));
    },
    change,
    takeBack: async (key) => {
      const found = find(key);
      if (!found) return true;
      if (isOnItsWay(found)) return false;
      const gone = withFollowers(found, entries);
      entries = entries.filter((one) => !gone.includes(one));
      return true;
    },
    forget: async (farmer, which) => {
      entries = entries.filter(
        (one) => one.farmer !== farmer || (which === 'answered' && one.state.name !== 'answered'),
      );
    },
    offerAgain: async (farmer) => {
      const offered = offeredAgain(entries.filter((one) => one.farmer === farmer));
      entries = entries.map((one) => offered.find(({ key }) => key === one.key) ?? one);
    },
    unread: async () => 0,
  };
}
