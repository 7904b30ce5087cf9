import { database, type KeptAnswer } from './database';

/** An answer that is this old is of no use any more. */
export const OLDEST_MS = 60 * 24 * 60 * 60 * 1000;

/** The name under which the first start without the session of a farmer is noted. It comes before all others. */
export const ENDED = '';

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

/** Removes every answer of a farmer. */
export async function forgetAnswers(farmer: string): Promise<void> {
  const tx = (await database()).transaction('answers', 'readwrite');
  for (const key of await tx.store.index('farmer').getAllKeys(farmer)) await tx.store.delete(key);
  await tx.done;
}
