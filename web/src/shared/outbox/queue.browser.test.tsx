import { afterEach, expect, test } from 'vitest';
import { database } from '../storage/database';
import { type NewEntry, queueIn, queueInMemory } from './queue';

const FARMER = 'meena';

const entry = (key: string, more: Partial<NewEntry> = {}): NewEntry => ({
  key: `key-of-${key}`,
  farmer: FARMER,
  at: 1,
  write: { kind: 'sow', body: { crop: key, field_size_ha: 1 } },
  tried: false,
  state: { name: 'waiting' },
  ...more,
});

afterEach(async () => {
  const kept = await database();
  await Promise.all([kept.clear('writes'), kept.clear('unread')]);
});

const keys = (entries: readonly { key: string }[]) => entries.map(({ key }) => key.replace('key-of-', ''));

test.each([
  ['in the database of the browser', () => queueIn(database)],
  ['in memory', queueInMemory],
])('the queue %s keeps entries by farmer and in their order', async (_, make) => {
  const queue = make();
  await queue.add(entry('first'));
  await queue.add(entry('other', { farmer: 'ravi' }));
  await queue.add(entry('second'));
  expect(keys(await queue.of(FARMER))).toEqual(['first', 'second']);
  expect(keys(await queue.of('ravi'))).toEqual(['other']);
});

test.each([
  ['in the database of the browser', () => queueIn(database)],
  ['in memory', queueInMemory],
])('the queue %s takes back what the server has not recorded, with what is about it', async (_, make) => {
  const queue = make();
  await queue.add(entry('sown'));
  const about = { sowing: { key: 'key-of-sown' }, maturity: 'early' } as const;
  await queue.add(entry('about', { write: { kind: 'mature', body: about } }));
  await queue.add(entry('next'));
  expect(await queue.takeBack('key-of-sown')).toBe(true);
  expect(keys(await queue.of(FARMER))).toEqual(['next']);

  expect(await queue.tried('key-of-next')).toBe(true);
  expect(await queue.takeBack('key-of-next'), 'it may be recorded').toBe(false);
  await queue.set('key-of-next', { name: 'consent' });
  expect(await queue.takeBack('key-of-next'), 'it was refused').toBe(true);
  expect(await queue.tried('key-of-next'), 'it is gone').toBe(false);
});

test.each([
  ['in the database of the browser', () => queueIn(database)],
  ['in memory', queueInMemory],
])('the queue %s forgets what is answered, or everything, of one farmer', async (_, make) => {
  const queue = make();
  await queue.add(entry('answered', { state: { name: 'answered', answer: null, on: 2 } }));
  await queue.add(entry('waiting'));
  await queue.add(entry('other', { farmer: 'ravi' }));
  await queue.forget(FARMER, 'answered');
  expect(keys(await queue.of(FARMER))).toEqual(['waiting']);
  await queue.add(entry('removed'));
  await queue.remove((await queue.of(FARMER)).slice(1));
  expect(keys(await queue.of(FARMER))).toEqual(['waiting']);
  await queue.forget(FARMER, 'all');
  expect(keys(await queue.of(FARMER))).toEqual([]);
  expect(keys(await queue.of('ravi'))).toEqual(['other']);
});

test('an entry that cannot be read is kept aside, and in nobody’s way', async () => {
  const queue = queueIn(database);
  await queue.add(entry('first'));
  await (await database()).add('writes', { farmer: FARMER, key: 'key-of-later-version', write: 'unknown' });
  await queue.add(entry('second'));
  expect(keys(await queue.of(FARMER))).toEqual(['first', 'second']);
  expect(await queue.unread()).toBe(1);
});
