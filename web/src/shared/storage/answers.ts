import { database } from './database';

/** An answer of the server, as a screen shows it. */
export interface KeptAnswer {
  /** Names the question, and the version of its answer. */
  hash: string;
  data: unknown;
  /** When it came, by the clock of the phone, ms. */
  at: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** An answer that is this old is of no use any more. */
const OLDEST_MS = 60 * DAY_MS;

/** How long the answers of a farmer stay whose session has ended: they may sign in again soon. */
const AFTER_SESSION_MS = 7 * DAY_MS;

/** The name under which the first start without the session of a farmer is noted. It comes before all others. */
const ENDED = '';

/** The answers of a farmer in the browser's database. */
export function answersOf(farmer: string) {
  return {
    read: async (hash: string): Promise<KeptAnswer | undefined> => {
      const found = await (await database()).get('answers', [farmer, hash]);
      return found && Date.now() - found.at < OLDEST_MS ? found : undefined;
    },
    /** When each answer came, by its name. */
    ages: async (): Promise<ReadonlyMap<string, number>> => {
      const all = await (await database()).getAllFromIndex('answers', 'farmer', farmer);
      return new Map(all.filter(({ hash }) => hash !== ENDED).map(({ hash, at }) => [hash, at]));
    },
    write: async (answers: readonly KeptAnswer[]): Promise<void> => {
      const tx = (await database()).transaction('answers', 'readwrite');
      await Promise.all(answers.map((answer) => tx.store.put({ ...answer, farmer })));
      await tx.done;
    },
    /** Removes an answer in all versions. */
    remove: async (hash: string): Promise<void> =>
      (await database()).delete('answers', IDBKeyRange.bound([farmer, hash], [farmer, `${hash} \uffff`])),
  };
}

/**
 * Removes the answers that are too old, and those of farmers whose session ended a week ago. A phone learns of an end
 * only when the app starts.
 */
export async function purgeAnswers(signedIn: string | null): Promise<void> {
  const tx = (await database()).transaction('answers', 'readwrite');
  const now = Date.now();
  const ends = new Map<string, number>();
  for (let cursor = await tx.store.openCursor(); cursor; cursor = await cursor.continue()) {
    const { farmer, hash, at } = cursor.value;
    if (hash === ENDED && farmer !== signedIn) ends.set(farmer, at);
    const end = farmer === signedIn ? now : (ends.get(farmer) ?? now);
    const isOver = now - end >= AFTER_SESSION_MS || now - at >= OLDEST_MS;
    if (isOver || (hash === ENDED && farmer === signedIn)) await cursor.delete();
    else if (farmer !== signedIn && !ends.has(farmer)) {
      ends.set(farmer, now);
      await tx.store.put({ farmer, hash: ENDED, data: null, at: now });
    }
  }
  await tx.done;
}

/** Removes every answer of a farmer. */
export async function forgetAnswers(farmer: string): Promise<void> {
  const tx = (await database()).transaction('answers', 'readwrite');
  for (const key of await tx.store.index('farmer').getAllKeys(farmer)) await tx.store.delete(key);
  await tx.done;
}
