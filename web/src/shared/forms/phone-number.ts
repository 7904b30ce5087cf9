import { latinDigits } from './latin-digits';

/** Same rules as in the server, crates/domain/src/phone.rs. Both are tested with data/phone_numbers.csv. */
const MOST_CHARACTERS = 32;
/** Invisible direction marks, which address books put around a number. */
const MARKS = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
/** Ten digits, with an optional leading 0. */
const INDIAN = /^0?[1-9]\d{9}$/;
/** With country code. */
const ANY = /^[1-9]\d{7,14}$/;

/** Returns the number as it is stored, or null if the text is no phone number. */
export function phoneNumber(text: string): string | null {
  const kept = latinDigits(text.replace(MARKS, '').trim())
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[\u2010-\u2013]/g, '-');
  if (kept.length > MOST_CHARACTERS || !/^[-0-9+(). ]*$/.test(kept)) return null;
  return canBeDialled(kept.replace(/[^0-9+]/g, '')) ? kept : null;
}

/** Returns the address that dials a number. */
export const dialling = (number: string) => `tel:${number.replace(/[^0-9+]/g, '').replace(/^(\+91)0/, '$1')}`;

function canBeDialled(dialled: string): boolean {
  const international = /^(?:\+|00)(.*)$/.exec(dialled)?.[1];
  if (international === undefined) return INDIAN.test(dialled.replace(/^91(?=\d{10})/, ''));
  return international.startsWith('91') ? INDIAN.test(international.slice(2)) : ANY.test(international);
}
