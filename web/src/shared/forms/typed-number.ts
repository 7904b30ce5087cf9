import { latinDigits } from './latin-digits';

/** A comma before another comma or a point: then commas group, and there is no decimal comma. */
const GROUPS = /,.*[,.]/;
/** 1,000,000 or 10,00,000. */
const GROUPED = /^-?(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})(?:\.\d*)?$/;

/** Returns what a number input shows for a typed text: digits 0-9, and a point for a decimal comma. */
export function shown(written: string): string {
  const latin = latinDigits(written);
  return latin.replaceAll(',', GROUPS.test(latin) ? '' : '.');
}

/**
 * Returns the two numbers that '1,000' can mean: with a decimal comma, and with a grouping comma. Returns
 * null for an unambiguous text.
 */
export function readings(written: string): readonly [less: string, more: string] | null {
  const latin = latinDigits(written);
  if (!/^[1-9]\d{0,2},\d{3}$/.test(latin)) return null;
  return [String(Number(latin.replace(',', '.'))), latin.replace(',', '')];
}

/** Returns true if commas neither group nor mark the decimals, as in '1,5,2'. */
export function isGarbled(written: string): boolean {
  const latin = latinDigits(written);
  return GROUPS.test(latin) && !GROUPED.test(latin);
}
