import { latinDigits } from './latin-digits';

/** A comma before another comma or a point: then commas group, and there is no decimal comma. */
const GROUPS = /,.*[,.]/;
/** 1,000,000 or 10,00,000. */
const GROUPED = /^-?(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})(?:\.\d*)?$/;

/** What a number input takes. */
const FOREIGN = /[^\d.,+\-eE]/g;

/** Digits 0-9, a comma, and a point; what is neither stays. */
const latin = (written: string) =>
  latinDigits(written.trim()).replaceAll('\u066b', '.').replaceAll('\u066c', ',');

/**
 * Returns what a number input shows for a typed text: digits 0-9, and a point for a decimal comma. What is no part of a
 * number is left out, as browsers do.
 */
export function shown(written: string): string {
  const text = latin(written).replace(FOREIGN, '');
  return text.replaceAll(',', GROUPS.test(text) ? '' : '.');
}

/**
 * Returns the two numbers that '1,000' can mean: with a decimal comma, and with a grouping comma. Returns
 * null for an unambiguous text.
 */
export function readings(written: string): readonly [less: string, more: string] | null {
  const text = latin(written);
  if (!/^[1-9]\d{0,2},\d{3}$/.test(text)) return null;
  return [String(Number(text.replace(',', '.'))), text.replace(',', '')];
}

/** Returns true if commas neither group nor mark the decimals, as in '1,5,2'. */
export function isGarbled(written: string): boolean {
  const text = latin(written);
  return GROUPS.test(text) && !GROUPED.test(text);
}

/** Returns true if only a part of the text is shown, because it is no number: '1/2' is shown as 12. */
export const isPartial = (written: string) => latin(written).search(FOREIGN) >= 0;
