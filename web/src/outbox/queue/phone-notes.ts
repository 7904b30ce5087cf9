import { deviceText, deviceTexts } from '@/shared/storage/kept-text';

/** Notes about a farmer's writes. They stand apart from them, so that it is noticed if the browser deletes those. */
const UNSENT = 'unsent-';
const unsent = (farmer: string) => deviceText(UNSENT + farmer);

/** The generation of the server's store that this phone has heard last. */
export const generationHeard = (farmer: string) => deviceText(`generation-${farmer}`);

/** Notes how many writes are only on this phone. */
export function noteUnsent(farmer: string, count: number): void {
  unsent(farmer).set(count > 0 ? String(count) : null);
}

/** Returns how many writes of any farmer are only on this phone. */
export const unsentHere = (): number => deviceTexts(UNSENT).reduce((sum, count) => sum + Number(count), 0);

/** Returns how many writes are gone, if nothing of a farmer is left on this phone. */
export const lostWrites = (farmer: string, kept: number): number =>
  kept === 0 ? Number(unsent(farmer).get()) : 0;

/** Removes the notes of a farmer who leaves. The count of unsent writes stays with them. */
export function forgetNotes(farmer: string, which: 'answered' | 'all'): void {
  generationHeard(farmer).set(null);
  if (which === 'all') noteUnsent(farmer, 0);
}
