import { deleteDB, openDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import { answersOf } from './answers';

afterEach(async () => {
  await deleteDB('grow');
});

test('a tab of this release goes on with the database of a later one, also when it is changed while the tab is open', async () => {
  const { read, write } = answersOf('meena');
  const at = Date.now();
  await write([{ hash: 'before', data: 1, at }]);
  const next = await openDB('grow', 99, {
    upgrade: (kept) => {
      kept.createObjectStore('of-a-later-release');
    },
  });
  await write([{ hash: 'after', data: 2, at }]);
  expect(await read('before')).toMatchObject({ data: 1 });
  expect(await read('after')).toMatchObject({ data: 2 });
  next.close();
});
