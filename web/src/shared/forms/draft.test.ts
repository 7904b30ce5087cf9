import { expect, test } from 'vitest';
import type { KeptText } from '../storage/kept-text';
import { draftIn } from './draft';

const HOUR = 60 * 60 * 1000;

function memory(): KeptText {
  let text: string | null = null;
  return {
    get: () => text,
    set: (next) => {
      text = next;
      return true;
    },
  };
}

test('a draft returns for the same farmer and form only', () => {
  const store = memory();
  const draft = (farmer: string, form: string) => draftIn(store, farmer, form, () => 0);
  draft('murugan', 'npk').keep({ n: '200' });
  expect(draft('murugan', 'npk').read()).toEqual({ n: '200' });
  expect(draft('murugan', 'place').read()).toEqual({});
  expect(draft('meena', 'npk').read()).toEqual({});
  expect(draft('murugan', 'npk').read()).toEqual({});
});

test('a saved form has no draft', () => {
  const draft = draftIn(memory(), 'murugan', 'npk', () => 0);
  draft.keep({ n: '200' });
  draft.forget();
  expect(draft.read()).toEqual({});
});

test('a draft ends after twelve hours, and a very long one is not kept', () => {
  let now = 0;
  const draft = draftIn(memory(), 'murugan', 'npk', () => now);
  draft.keep({ n: '200' });
  now = 12 * HOUR - 1;
  expect(draft.read()).toEqual({ n: '200' });
  now = 12 * HOUR;
  expect(draft.read()).toEqual({});
  draft.keep({ n: '2'.repeat(5000) });
  expect(draft.read()).toEqual({});
});

test.each(['{', '[]', '{"farmer":1}'])('the stored text %s is no draft', (text) => {
  const store = memory();
  store.set(text);
  expect(draftIn(store, 'murugan', 'npk', () => 0).read()).toEqual({});
});
