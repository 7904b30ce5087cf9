import { expect, test } from 'vitest';
import { keptIn, type Place } from './kept-user';

const meena = { id: 'a', display_name: 'Meena Devi', photo_url: null, email: 'meena@example.org' };
const other = {
  id: 'b',
  display_name: 'Harpreet Singh',
  photo_url: 'https://pictures.example/h.jpg',
  email: 'h@example.org',
};

class Shelf implements Place {
  constructor(public text: unknown = null) {}
  read = async () => this.text;
  write = async (text: string) => {
    this.text = text;
  };
  clear = async () => {
    this.text = null;
  };
}

const refuse = () => Promise.reject(new DOMException('Storage is disabled', 'SecurityError'));
const shut: Place = { read: refuse, write: refuse, clear: refuse };
const full = (shelf: Shelf): Place => ({ read: shelf.read, write: refuse, clear: shelf.clear });

test('the user is kept in the first place that takes it, and in no other', async () => {
  const [first, second] = [new Shelf(), new Shelf()];
  await keptIn([first, second]).keep(meena);
  expect(await keptIn([first]).recall()).toEqual(meena);
  expect(second.text).toBeNull();
});

test('a place that is shut or full is passed over', async () => {
  const [fullOne, last] = [new Shelf(), new Shelf()];
  const kept = keptIn([shut, full(fullOne), last]);
  await kept.keep(other);
  expect(await kept.recall()).toEqual(other);
  expect(await keptIn([last]).recall()).toEqual(other);
});

test('another user takes the place of the one before, wherever that was kept', async () => {
  const [first, second] = [new Shelf(), new Shelf()];
  await keptIn([second]).keep(meena);
  const kept = keptIn([full(first), second]);
  await kept.keep(other);
  expect(await kept.recall()).toEqual(other);
});

test('forgetting the user removes it from every place', async () => {
  const [first, second] = [new Shelf(), new Shelf()];
  await keptIn([first]).keep(meena);
  await keptIn([second]).keep(meena);
  const kept = keptIn([first, shut, second]);
  await kept.forget();
  expect(await kept.recall()).toBeNull();
});

test('without any place nothing is kept, and nothing fails', async () => {
  const kept = keptIn([shut]);
  await kept.keep(meena);
  await kept.forget();
  expect(await kept.recall()).toBeNull();
});

test.each([
  'not JSON',
  'null',
  '{}',
  JSON.stringify({ version: 1, user: meena }),
  JSON.stringify({ version: 2, user: { ...meena, email: 1 } }),
  JSON.stringify(meena),
  42,
  { version: 2, user: meena },
])('a kept user that is unreadable or of another version is ignored: %s', async (text) => {
  expect(await keptIn([new Shelf(text)]).recall()).toBeNull();
});

test('only id, name, picture and e-mail are read', async () => {
  const text = JSON.stringify({ version: 2, user: { ...meena, token: 'secret' } });
  expect(await keptIn([new Shelf(text)]).recall()).toEqual(meena);
});
