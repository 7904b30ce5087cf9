import { deviceText } from '@/shared/storage/kept-text';

/**
 * How many writes of a farmer are only on this phone. It is kept apart from them, so that it is noticed if the browser
 * deletes them because the phone is full.
 */
const count = (farmer: string) => deviceText(`unsent-${farmer}`);

export function noteUnsent(farmer: string, unsent: number): void {
  count(farmer).set(unsent > 0 ? String(unsent) : null);
}

/** Returns how many writes are gone, if nothing of a farmer is left on this phone. */
export const lostWrites = (farmer: string, kept: number): number =>
  kept === 0 ? Number(count(farmer).get()) : 0;
