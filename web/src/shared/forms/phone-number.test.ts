import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dialling, phoneNumber } from './phone-number';

/** The server is tested with the same table. */
const TABLE = join(import.meta.dirname, '../../../../data/phone_numbers.csv');

test('each example is kept or refused as the table says', () => {
  const examples = readFileSync(TABLE, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(1);
  expect(examples.length).toBeGreaterThan(40);
  for (const example of examples) {
    const [written = '', kept = ''] = example.split(',');
    expect(phoneNumber(written) ?? '', written).toBe(kept);
  }
});

test('a number has at most 32 characters', () => {
  const longest = `+91${'-'.repeat(19)}9876543210`;
  expect(phoneNumber(longest)).toBe(longest);
  expect(phoneNumber(longest.replace('+', '+-'))).toBeNull();
});

test('a number is dialled by its digits', () => {
  expect(dialling('1800-180-1551')).toBe('tel:18001801551');
  expect(dialling('+91 (0)98765 43210')).toBe('tel:+919876543210');
});
