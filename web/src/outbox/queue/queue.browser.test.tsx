import { afterEach, expect, test } from 'vitest';
import { database } from '@/shared/storage/database';
import { type NewEntry, queueIn, queueInEither, queueInText } from './queue';

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

function memory() {
  let text: string | null = null;
  return {
    get: () => text,
    set: (next: string | null) => {
      text = next;
    },
  };
}

const refusing = queueIn(() => Promise.reject(new DOMException('Refused', 'SecurityError')));

const keys = (entries: readonly { key: string }[]) => entries.map(({ key }) => key.replace('key-of-', ''));

test.each([
  ['in the database of the browser', () => queueIn(database)],
  ['in a text', () => queueInText(memory())],
  ['where the database refuses', () => queueInEither(refusing, queueInText(memory()))],
])('the queue %s keeps entries by farmer and in their order', async (_, make) => {
  const queue = make();
  await queue.add(entry('first'));
  await queue.add(entry('other', { farmer: 'ravi' }));
  await queue.add(entry('second'));
  expect(keys(await queue.entriesOf(FARMER))).toEqual(['first', 'second']);
  expect(keys(await queue.entriesOf('ravi'))).toEqual(['other']);
});

test.each([
  ['in the database of the browser', () => queueIn(database)],
  ['in a text', () => queueInText(memory())],
  ['where the database refuses', () => queueInEither(refusing, queueInText(memory()))],
])('the queue %s takes back what the server has not recorded, with what is about it', async (_, make) => {
  const queue = make();
  await queue.add(entry('sown'));
  const about = { sowing: { key: 'key-of-sown' }, maturity: 'early' } as const;
  await queue.add(entry('about', { write: { kind: 'mature', body: about } }));
  await queue.add(entry('next'));
  expect(await queue.takeBack('key-of-sown')).toBe(true);
  expect(keys(await queue.entriesOf(FARMER))).toEqual(['next']);

  expect(await queue.tried('key-of-next')).toBe(true);
  expect(await queue.takeBack('key-of-next'), 'it may be recorded').toBe(false);
  for (const key of ['undone', 'undone again']) {
    const body = { sowing: { key: 'key-of-next' } };
    expect(await queue.takeBack('key-of-next', entry(key, { write: { kind: 'withdraw', body } }))).toBe(
      false,
    );
  }
  expect(keys(await queue.entriesOf(FARMER)), 'once is enough').toEqual(['next', 'undone']);
  await queue.change('key-of-next', { state: { name: 'consent' } });
  expect(await queue.takeBack('key-of-next'), 'it was refused').toBe(true);
  expect(await queue.tried('key-of-next'), 'it is gone').toBe(false);
});

test.each([
  ['in the database of the browser', () => queueIn(database)],
  ['in a text', () => queueInText(memory())],
  ['where the database refuses', () => queueInEither(refusing, queueInText(memory()))],
])('the queue %s forgets what is answered, or everything, of one farmer', async (_, make) => {
  const queue = make();
  await queue.add(entry('answered', { state: { name: 'answered', answer: null, on: 2 } }));
  await queue.add(entry('waiting'));
  await queue.add(entry('other', { farmer: 'ravi' }));
  await queue.forget(FARMER, 'answered');
  expect(keys(await queue.entriesOf(FARMER))).toEqual(['waiting']);
  await queue.add(entry('removed', { state: { name: 'answered', answer: null, on: 2 } }));
  await queue.remove((await queue.entriesOf(FARMER)).slice(1));
  expect(keys(await queue.entriesOf(FARMER))).toEqual(['waiting']);
  await queue.forget(FARMER, 'all');
  expect(keys(await queue.entriesOf(FARMER))).toEqual([]);
  expect(keys(await queue.entriesOf('ravi'))).toEqual(['other']);
});

test.each([
  ['a kind of a newer version', { write: { kind: 'irrigate', body: { sowing: 1 } } }],
  ['no sowing that it is about', { write: { kind: 'close', body: {} } }],
  ['a state of a newer version', { state: { name: 'shared' } }],
])('an entry with %s is set aside as it is, and in nobody’s way', async (_, unknown) => {
  const queue = queueIn(database);
  await queue.add(entry('first'));
  const later = { ...entry('later'), ...unknown };
  await (await database()).add('writes', later);
  await queue.add(entry('second'));
  const all = await queue.entriesOf(FARMER);
  expect(all.map(({ state }) => state.name)).toEqual(['waiting', 'set-aside', 'waiting']);
  await queue.change('key-of-later', { tried: false });
  await queue.offerAgain(FARMER);
  await queue.forget(FARMER, 'answered');
  const { order, ...kept } = (await (await database()).getAllFromIndex('writes', 'farmer', FARMER))[1] as {
    order: number;
  };
  expect(kept).toEqual(later);
  expect(await queue.takeBack('key-of-later')).toBe(true);
  expect(keys(await queue.entriesOf(FARMER))).toEqual(['first', 'second']);
});

test('a time that is none does not make an entry unreadable', async () => {
  const queue = queueIn(database);
  await (await database()).add('writes', { ...entry('first'), at: 1e300 });
  expect(await queue.entriesOf(FARMER)).toMatchObject([{ at: 0, state: { name: 'waiting' } }]);
});

test('what refers to a sowing keeps its answer through a sign-out', async () => {
  const queue = queueIn(database);
  await queue.add(entry('sown', { state: { name: 'answered', answer: { id: 'a' }, on: 2 } }));
  await queue.add(entry('about', { write: { kind: 'withdraw', body: { sowing: { key: 'key-of-sown' } } } }));
  await queue.forget(FARMER, 'answered');
  expect(keys(await queue.entriesOf(FARMER))).toEqual(['sown', 'about']);
});
