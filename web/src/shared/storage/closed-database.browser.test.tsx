import { expect, test } from 'vitest';
import { database } from './database';

test('a handle that the browser has closed is opened again, once for all who ask', async () => {
  (await database()).close();
  const [one, other] = await Promise.all([database(), database()]);
  expect(one).toBe(other);
  await one.put('user', 'meena', 'test');
  await expect((await database()).get('user', 'test')).resolves.toBe('meena');
  await one.delete('user', 'test');
});
