import { type DBSchema, deleteDB, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';
import { inBackground } from '@/shared/in-background';

/** An answer of the server, as a screen shows it. */
export interface KeptAnswer {
  /** Names the question, and the version of its answer. */
  hash: string;
  data: unknown;
  /** When it came, by the clock of the phone, ms. */
  at: number;
}

/** Everything that the app keeps on the phone for its farmers. */
export interface Kept extends DBSchema {
  /** Who was signed in last, as text. */
  user: { key: string; value: string };
  /** The writes of all farmers, in the order in which they were saved. */
  writes: { key: number; value: unknown; indexes: { farmer: string; key: string } };
  /** Writes that an earlier release could not read, as it found them. */
  unread: { key: number; value: unknown };
  /** What the screens of a farmer showed last. */
  answers: {
    key: [farmer: string, hash: string];
    value: KeptAnswer & { farmer: string };
    indexes: { farmer: string };
  };
}

export type Database = IDBPDatabase<Kept>;

const NAME = 'grow';

/**
 * What each version adds. A released version never changes, and none removes anything: tabs of earlier releases still use
 * the database.
 */
const VERSIONS: readonly ((kept: Database) => void)[] = [
  (kept) => {
    kept.createObjectStore('user');
    const writes = kept.createObjectStore('writes', { keyPath: 'order', autoIncrement: true });
    writes.createIndex('farmer', 'farmer');
    writes.createIndex('key', 'key', { unique: true });
    kept.createObjectStore('unread', { autoIncrement: true });
    // Where the user was kept before.
    inBackground(deleteDB('grow-user'), 'The database of an earlier release stays');
  },
  (kept) => {
    const answers = kept.createObjectStore('answers', { keyPath: ['farmer', 'hash'] });
    answers.createIndex('farmer', 'farmer');
  },
];

/** Some browsers never answer a request for a database. */
const OPENED_WITHIN_MS = 3_000;

let opened: Promise<Database> | undefined;
/** Opening has timed out once: later calls do not wait, but use it if it opens after all. */
let isLate = false;

/** Opens the database, or returns the open one. Rejects where the browser keeps nothing. */
export async function database(): Promise<Database> {
  const handle = openOnce();
  const kept = await inTime(handle);
  if (isAlive(kept)) return kept;
  if (opened === handle) close();
  return inTime(openOnce());
}

function openOnce(): Promise<Database> {
  opened ??= open().then(withUnread);
  opened.then(() => {
    isLate = false;
  }, close);
  return opened;
}

/** Returns false for a handle that the browser has closed without a word, as some do to a tab in the background. */
function isAlive(kept: Database): boolean {
  try {
    kept.transaction('user');
    return true;
  } catch {
    return false;
  }
}

async function open(): Promise<Database> {
  const callbacks: OpenDBCallbacks<Kept> = {
    upgrade: (kept, from) => {
      for (const add of VERSIONS.slice(from)) add(kept);
    },
    // A tab of a later release wants to upgrade it: this one opens it again when it needs it.
    blocking: (_, __, { target }) => {
      (target as IDBDatabase).close();
      close();
    },
    terminated: close,
  };
  try {
    return await openDB(NAME, VERSIONS.length, callbacks);
  } catch (error) {
    // It is that of a later release.
    if (error instanceof DOMException && error.name === 'VersionError')
      return openDB(NAME, undefined, callbacks);
    throw error;
  }
}

/** Moves entries that an earlier release could not read back into the queue. */
async function withUnread(kept: Database): Promise<Database> {
  if ((await kept.count('unread')) === 0) return kept;
  const tx = kept.transaction(['unread', 'writes'], 'readwrite');
  const [unread, writes] = [tx.objectStore('unread'), tx.objectStore('writes')];
  for (let cursor = await unread.openCursor(); cursor; cursor = await cursor.continue()) {
    const { key } = cursor.value as { key: string };
    if ((await writes.index('key').count(key)) === 0) await writes.put(cursor.value);
    await cursor.delete();
  }
  await tx.done;
  return kept;
}

function close(): void {
  opened = undefined;
  isLate = false;
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(
      () => {
        isLate = true;
        fail(new Error('The database does not answer'));
      },
      isLate ? 0 : OPENED_WITHIN_MS,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
