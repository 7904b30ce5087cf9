import { latinDigits } from './latin-digits';

/** As in the server, crates/domain/src/phone.rs: data/phone_numbers.csv shows that both agree. */
const MOST_CHARACTERS = 32;
/** What an address book puts around a number: it is invisible and turns the direction of writing. */
const MARKS = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
/** Ten digits, after a 0 where one stands. */
const INDIAN = /^0?[1-9]\d{9}$/;
/** With its country code. */
const ANY = /^[1-9]\d{7,14}$/;

/** The number as it is kept, or null for a text that is no phone number. */
export function phoneNumber(text: string): string | null {
  const kept = latinDigits(text.replace(MARKS, '').trim())
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[\u2010-\u2013]/g, '-');
  if (kept.length > MOST_CHARACTERS || !/^[-0-9+(). ]*$/.test(kept)) return null;
  return canBeDialled(kept.replace(/[^0-9+]/g, '')) ? kept : null;
}

function canBeDialled(dialled: string): boolean {
  const international = /^(?:\+|00)(.*)$/.exec(dialled)?.[1];
  if (international === undefined) return INDIAN.test(dialled.replace(/^91(?=\d{10})/, ''));
  return international.startsWith('91') ? INDIAN.test(international.slice(2)) : ANY.test(international);
}
