import { ENDED, OLDEST_MS } from './answers';
import { database } from './database';

/** How long the answers of a farmer stay whose session has ended: they may sign in again soon. */
const AFTER_SESSION_MS = 7 * 24 * 60 * 60 * 1000;

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
