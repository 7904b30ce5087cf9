import { beforeEach, expect, test } from 'vitest';
import { localProblem, problemFrom } from '@/shared/api/problem';
import { newKey, sowIntents } from './sow-intent';

const sowing = { crop: 'groundnut', field_size_ha: 1.25 };
const farmer = 'meena@example.org';
let saved: string | null;
let made: number;
let clock: number;

const page = () =>
  sowIntents(
    { get: () => saved, set: (value) => (saved = value) },
    () => `key-number-${++made}`,
    () => clock,
  );

beforeEach(() => {
  saved = null;
  made = 0;
  clock = 1_000_000;
});

test('a retry after a lost answer carries the same key, also after the page was loaded again', () => {
  const first = page().keyFor(farmer, sowing);
  page().failed(localProblem('network'));
  page().failed(localProblem('timeout'));
  page().failed(problemFrom({ type: 'overloaded' }, 503));
  // The first attempt may be recorded although its answer was lost.
  page().failed(problemFrom({ type: 'not-signed-in' }, 401));
  page().failed(problemFrom({ type: 'foreign-origin' }, 403));
  page().failed(problemFrom('<html>gateway</html>', 404));
  expect(page().keyFor(farmer, sowing)).toBe(first);
});

test('an answered sowing is settled: the same crop and size again is a new wish', () => {
  const intents = page();
  const first = intents.keyFor(farmer, sowing);
  intents.settle();
  expect(intents.keyFor(farmer, sowing)).not.toBe(first);
});

test('a refused sowing is settled too', () => {
  const intents = page();
  const first = intents.keyFor(farmer, sowing);
  intents.failed(problemFrom({ type: 'invalid-field-size' }, 422));
  expect(intents.keyFor(farmer, sowing)).not.toBe(first);
});

test('another size, crop, day or farmer is another wish', () => {
  const first = page().keyFor(farmer, sowing);
  expect(page().keyFor(farmer, { ...sowing, field_size_ha: 2 })).not.toBe(first);
  const second = page().keyFor(farmer, sowing);
  expect(page().keyFor(farmer, { ...sowing, crop: 'maize' })).not.toBe(second);
  const acres = { crop: 'groundnut', field_size: { value: 1.25, unit: 'acre' } } as const;
  const third = page().keyFor(farmer, acres);
  expect(page().keyFor(farmer, acres)).toBe(third);
  const cents = { ...acres, field_size: { value: 125, unit: 'cent' } } as const;
  expect(page().keyFor(farmer, cents)).not.toBe(third);
  const dated = page().keyFor(farmer, { ...sowing, sown_on: '2026-06-20' });
  expect(page().keyFor(farmer, { ...sowing, sown_on: '2026-06-21' })).not.toBe(dated);
  const own = page().keyFor(farmer, sowing);
  expect(page().keyFor('murugan@example.org', sowing)).not.toBe(own);
});

test('after an hour the same crop and size are a new wish', () => {
  const first = page().keyFor(farmer, sowing);
  clock += 60 * 60 * 1000;
  expect(page().keyFor(farmer, sowing)).not.toBe(first);
});

test('a store with garbage in it is as good as empty', () => {
  saved = '{"wish":';
  expect(page().keyFor(farmer, sowing)).toBe('key-number-1');
});

test('keys are long enough for the server and never repeat', () => {
  const keys = new Set(Array.from({ length: 100 }, newKey));
  expect(keys.size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[\w-]{32,128}$/);
});
