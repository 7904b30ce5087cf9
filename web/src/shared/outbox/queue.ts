import * as v from 'valibot';
import type { Database } from '../storage/database';
import type { Queue } from './drain';
import { type Entry, entry, type State, subjectOf } from './entry';

export type NewEntry = Omit<Entry, 'order'>;

/** The queue with what screens do to it. */
export interface WholeQueue extends Queue {
  /** Adds an entry behind the others. */
  add: (added: NewEntry) => Promise<void>;
  /** Changes what an entry says, or its state. */
  change: (key: string, change: Partial<Pick<Entry, 'write' | 'state' | 'tried'>>) => Promise<void>;
  /**
   * Removes an entry that the server has not recorded, with those about what it records. Returns false if it may have
   * recorded it.
   */
  takeBack: (key: string) => Promise<boolean>;
  /** Removes entries of a farmer: those that are answered, or all. */
  forget: (farmer: string, which: 'answered' | 'all') => Promise<void>;
  /** How many entries cannot be read. They are kept apart. */
  unread: () => Promise<number>;
}

/** Resolves when it is on the disk, and not only in a buffer that a dying phone loses. */
const STRICT = { durability: 'strict' } as const;

/** The queue in the browser's database. */
export function queueIn(open: () => Promise<Database>): WholeQueue {
  /** Reads the entry of a key and writes what becomes of it: another entry, null to remove it, or nothing. */
  const update = async <Result>(
    key: string,
    become: (found: Entry, all: Entry[]) => { next: Entry | Entry[] | undefined; result: Result },
    otherwise: Result,
  ): Promise<Result> => {
    const kept = await open();
    const tx = kept.transaction('writes', 'readwrite', STRICT);
    const found = readable(await tx.store.index('key').get(key));
    const all = found
      ? (await tx.store.index('farmer').getAll(found.farmer)).flatMap((one) => readable(one) ?? [])
      : [];
    const { next, result } = found ? become(found, all) : { next: undefined, result: otherwise };
    // A list is what is removed.
    if (Array.isArray(next)) await Promise.all(next.map(({ order }) => tx.store.delete(order)));
    else if (next) await tx.store.put(next);
    await tx.done;
    return result;
  };

  const change: WholeQueue['change'] = (key, changed) =>
    update(key, (found) => ({ next: { ...found, ...changed }, result: undefined }), undefined);

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
    tried: (key) => update(key, (found) => ({ next: { ...found, tried: true }, result: true }), false),
    set: (key, state) => change(key, { state }),
    remove: async (entries) => {
      const tx = (await open()).transaction('writes', 'readwrite', STRICT);
      await Promise.all(entries.map(({ order }) => tx.store.delete(order)));
      await tx.done;
    },
    change,
    takeBack: (key) =>
      update(
        key,
        (found, all) =>
          isOnItsWay(found)
            ? { next: undefined, result: false }
            : { next: withFollowers(found, all), result: true },
        true,
      ),
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
  const change: WholeQueue['change'] = async (key, changed) => {
    entries = entries.map((one) => (one.key === key ? { ...one, ...changed } : one));
  };
  const find = (key: string) => entries.find((one) => one.key === key);
  return {
    of: async (farmer) => entries.filter((one) => one.farmer === farmer),
    add: async (added) => {
      order += 1;
      entries = [...entries, { ...added, order }];
    },
    tried: async (key) => {
      await change(key, { tried: true });
      return find(key) !== undefined;
    },
    set: (key, state: State) => change(key, { state }),
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
    unread: async () => 0,
  };
}
