import { expect, test } from 'vitest';
import { reopened } from './reopen';

test('a sowing opens in its form with what it says', () => {
  const body = { crop: 'maize', field_size_ha: 1.5, sown_on: '2026-07-01' };
  expect(reopened({ kind: 'sow', body }, null)).toEqual({
    path: '/add',
    form: 'sow',
    texts: { crop: 'maize', field_size_ha: '1.5', sown_on: '2026-07-01' },
  });
});

test('a size in a unit is entered only in the box of that unit', () => {
  const body = { crop: 'maize', field_size: { value: 2, unit: 'acre' } } as const;
  const sizeFor = (unit: 'acre' | 'cent') => reopened({ kind: 'sow', body }, unit)?.texts;
  expect(sizeFor('acre')).toEqual({ crop: 'maize', 'field_size.value': '2' });
  expect(sizeFor('cent')).toEqual({ crop: 'maize' });
});

test('a profile opens in its form, and what has no form does not', () => {
  const profile = {
    kind: 'profile',
    body: { number: '98765', place: 'Erode' },
    revision: 1,
    seen: '',
  } as const;
  expect(reopened(profile, null)).toMatchObject({ path: '/ftl', texts: { number: '98765', place: 'Erode' } });
  expect(reopened({ kind: 'withdraw', body: { sowing: { id: 'x' } } }, null)).toBeNull();
});
