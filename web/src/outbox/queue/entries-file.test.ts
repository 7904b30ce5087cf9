import { expect, test } from 'vitest';
import { entriesFile, entriesIn } from './entries-file';
import type { Entry } from './entry';

const kept = (key: string, name: 'waiting' | 'answered'): Entry => ({
  order: 1,
  key: `key-number-${key}`,
  farmer: 'meena',
  at: 1_000,
  write: { kind: 'sow', body: { crop: 'maize', field_size_ha: 1 } },
  tried: false,
  state: name === 'waiting' ? { name } : { name, answer: null, on: 2_000 },
});

test('a file has what is not sent, and gives it back with its keys', () => {
  const text = entriesFile('meena', [kept('1', 'answered'), kept('2', 'waiting')]);
  expect(entriesIn(text, 'meena')).toEqual([
    {
      key: 'key-number-2',
      farmer: 'meena',
      at: 1_000,
      write: { kind: 'sow', body: { crop: 'maize', field_size_ha: 1 } },
      tried: true,
      state: { name: 'waiting' },
    },
  ]);
});

test('what is about an entry that is sent names it by its id, as another phone does not have the entry', () => {
  const sown = {
    ...kept('1', 'answered'),
    state: { name: 'answered', answer: { id: 'id-1' }, on: 2_000 },
  } as Entry;
  const withdrawal: Entry = {
    ...kept('2', 'waiting'),
    write: { kind: 'withdraw', body: { sowing: { key: sown.key } } },
  };
  const [taken] = entriesIn(entriesFile('meena', [sown, withdrawal]), 'meena');
  expect(taken).toMatchObject({ write: { body: { sowing: { key: sown.key, id: 'id-1' } } } });
});

test("another farmer's file is not taken", () => {
  expect(entriesIn(entriesFile('meena', [kept('1', 'waiting')]), 'murugan')).toBe('another-farmer');
});

test.each(['', 'null', '{"grow_entries":2}', '{"grow_entries":1,"farmer":"meena","entries":[{"key":"k"}]}'])(
  'the text %j is no such file',
  (text) => {
    expect(entriesIn(text, 'meena')).toBe('unreadable');
  },
);
