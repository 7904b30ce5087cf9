import { outbox } from '@/outbox/queue/browser-outbox';
import { entriesFile } from '@/outbox/queue/entries-file';

/** Long enough for a browser to have read the file, ms. */
const READ_WITHIN_MS = 60_000;

/** Saves what is only on this phone as a file, for a phone that is given away. */
export async function keepFile(farmer: string): Promise<void> {
  const text = entriesFile(farmer, await outbox.entries(farmer));
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href, download: 'grow-entries.json' }).click();
  setTimeout(() => URL.revokeObjectURL(href), READ_WITHIN_MS);
}
