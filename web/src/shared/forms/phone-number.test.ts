import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { phoneNumber } from './phone-number';

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
