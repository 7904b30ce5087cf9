import { database } from './database';

/** An answer of the server, as a screen shows it. */
export interface KeptAnswer {
  /** Names the question. */
  hash: string;
  data: unknown;
  /** When it came, by the clock of the phone, ms. */
  at: number;
}

/**
 * Names the shapes that the screens of this build expect (`build/shapes.ts`). What another build has kept may have
 * others, and is not shown.
 */
const SHAPES: string = import.meta.env.GROW_SHAPES;

/** An answer that is this old is of no use any more. */
const OLDEST_MS = 60 * 24 * 60 * 60 * 1000;

/** The answers of a farmer in the browser's database. */
export function answersOf(farmer: string) {
  return {
    read: async (hash: string): Promise<KeptAnswer | undefined> => {
      const found = await (await database()).get('answers', [farmer, hash]);
      const isGood = found && found.shapes === SHAPES && Date.now() - found.at < OLDEST_MS;
      return isGood ? found : undefined;
    },
    write: async (answers: readonly KeptAnswer[]): Promise<void> => {
      const tx = (await database()).transaction('answers', 'readwrite');
      await Promise.all(answers.map((answer) => tx.store.put({ ...answer, farmer, shapes: SHAPES })));
      await tx.done;
    },
    remove: async (hash: string): Promise<void> => (await database()).delete('answers', [farmer, hash]),
  };
}

/** Removes every answer of a farmer. */
export async function forgetAnswers(farmer: string): Promise<void> {
  const tx = (await database()).transaction('answers', 'readwrite');
  for (const key of await tx.store.index('farmer').getAllKeys(farmer)) await tx.store.delete(key);
  await tx.done;
}
