import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dialling, phoneNumber } from './phone-number';

/** The server is tested with the same table. */
const TABLE = join(import.meta.dirname, '../../../../data/phone_numbers.csv');

test('each number of the table is kept in its one spelling, and what the table refuses is none', () => {
  const examples = readFileSync(TABLE, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(1);
  expect(examples.length).toBeGreaterThan(40);
  for (const example of examples) {
    const [written = '', kept = ''] = example.split(',');
    expect(phoneNumber(written) ?? '', written).toBe(kept);
    if (kept) expect(phoneNumber(kept)).toBe(kept);
  }
});

test.each([
  ['0919876543210', '+91 98765 43210'],
  ['tel:+919876543210', '+91 98765 43210'],
  ['০৯৮৭৬৫ ৪৩২১০', '+91 98765 43210'],
  ['౯౮౭౬౫౪౩౨౧౦', '+91 98765 43210'],
  ['૯૮૭૬૫૪૩૨૧૦', '+91 98765 43210'],
  ['۹۸۷۶۵ ۴۳۲۱۰', '+91 98765 43210'],
  ['\u00ad98765\u00ad43210', '+91 98765 43210'],
  ['0424-2256789', '+91 42422 56789'],
  ['+94 77 123 4567', '+94771234567'],
  ['0044 20 7946 0958', '+442079460958'],
  ['98765 43210 / 94430 98765', '+91 98765 43210'],
  ['220155, 98765 43210', '+91 98765 43210'],
  ['9876543210 9443098765', '+91 98765 43210'],
  ['9876543210/11', '+91 98765 43210'],
])('%j is stored as %s', (written, stored) => {
  expect(phoneNumber(written)).toBe(stored);
});

test.each(['9876543210 1', '98765, 43210', '9876543210, at five', 'tel:98765', '220155 / 220156', ','])(
  '%j is no number',
  (written) => {
    expect(phoneNumber(written)).toBeNull();
  },
);

test('a number is dialled by its digits', () => {
  expect(dialling('1800-180-1551')).toBe('tel:18001801551');
  expect(dialling('+91 (0)98765 43210')).toBe('tel:+919876543210');
});
