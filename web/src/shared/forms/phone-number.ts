import { latinDigits } from './latin-digits';
import { visible } from './visible-text';

/** Ten digits, with an optional 0 and country code before them: +91, 0091, 91, or 091. */
const INDIAN = /^(?:(?:\+|0{0,2})91)?0?([1-9]\d{4})(\d{5})$/;
/** With another country code. */
const FOREIGN = /^(?:\+|00)((?!91)[1-9]\d{7,14})$/;
/** What stands between two numbers. */
const BETWEEN = /[,;/|&]/;

/**
 * Returns a phone number in the one spelling that is stored, or null if the text is none. Of several numbers it is
 * the first. The server (crates/domain/src/phone.rs) reads it the same way.
 */
export function phoneNumber(text: string): string | null {
  const written = latinDigits(visible(text))
    .replace(/^tel:/i, '')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[\u2010-\u2013]/g, '-');
  if (!/^[-0-9+(). ,;/|&]*$/.test(written)) return null;
  const spaced = written.split(/ +/).map(dialled);
  const [first = null] = spaced.includes(null) ? [] : spaced;
  return (
    first ??
    written
      .split(BETWEEN)
      .map(dialled)
      .find((number) => number !== null) ??
    null
  );
}

/** Returns the address that dials a number. */
export const dialling = (number: string) => `tel:${number.replace(/[^0-9+]/g, '').replace(/^(\+91)0/, '$1')}`;

function dialled(written: string): string | null {
  const digits = written.replace(/[-(). ]/g, '');
  const indian = INDIAN.exec(digits);
  if (indian) return `+91 ${indian[1]} ${indian[2]}`;
  const [, foreign] = FOREIGN.exec(digits) ?? [];
  return foreign === undefined ? null : `+${foreign}`;
}
