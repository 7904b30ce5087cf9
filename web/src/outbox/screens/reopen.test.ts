import { expect, test } from 'vitest';
import { reopened } from './reopen';

/** In India it is the next day already. */
const SAVED_AT = Date.parse('2026-07-01T20:00:00Z');

test('a sowing opens in its form with what it says', () => {
  const body = { crop: 'maize', field_size_ha: 1.5, sown_on: '2026-07-01' };
  expect(reopened({ write: { kind: 'sow', body }, at: SAVED_AT }, null)).toEqual({
    path: '/add',
    form: 'sow',
    texts: { crop: 'maize', field_size_ha: '1.5', sown_on: '2026-07-01' },
  });
});

test('a sowing without a day opens with the day on which it was saved', () => {
  const body = { crop: 'maize', field_size_ha: 1 };
  expect(reopened({ write: { kind: 'sow', body }, at: SAVED_AT }, null)?.texts.sown_on).toBe('2026-07-02');
});

test('a size in a unit is entered only in the box of that unit', () => {
  const body = { crop: 'maize', field_size: { value: 2, unit: 'acre' } } as const;
  const sizeFor = (unit: 'acre' | 'cent') =>
    reopened({ write: { kind: 'sow', body }, at: SAVED_AT }, unit)?.texts;
  expect(sizeFor('acre')).toEqual({ crop: 'maize', 'field_size.value': '2', sown_on: '2026-07-02' });
  expect(sizeFor('cent')).toEqual({ crop: 'maize', sown_on: '2026-07-02' });
});

test('a profile opens in its form, and what has no form does not', () => {
  const profile = {
    kind: 'profile',
    body: { number: '98765', place: 'Erode' },
    revision: 1,
    seen: '',
  } as const;
  expect(reopened({ write: profile, at: SAVED_AT }, null)).toMatchObject({
    path: '/ftl',
    texts: { number: '98765', place: 'Erode' },
  });
  expect(
    reopened({ write: { kind: 'withdraw', body: { sowing: { id: 'x' } } }, at: SAVED_AT }, null),
  ).toBeNull();
});
