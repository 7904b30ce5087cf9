import { expect, test } from 'vitest';
import { reopened } from './reopen';

/** In India it is the next day already. */
const SAVED_AT = Date.parse('2026-07-01T20:00:00Z');

test('a sowing opens in its form with what it says', () => {
  const body = { crop: 'maize', field_size_ha: 1.5, sown_on: '2026-07-01' };
  expect(reopened({ write: { kind: 'sow', body }, at: SAVED_AT })).toEqual({
    path: '/add',
    form: 'sow',
    texts: { crop: 'maize', field_size_ha: '1.5', sown_on: '2026-07-01' },
  });
});

test('a sowing without a day opens with the day on which it was saved', () => {
  const body = { crop: 'maize', field_size_ha: 1 };
  expect(reopened({ write: { kind: 'sow', body }, at: SAVED_AT })?.texts.sown_on).toBe('2026-07-02');
});

test('a size in a unit opens in that unit', () => {
  const body = { crop: 'maize', field_size: { value: 2, unit: 'acre' } } as const;
  expect(reopened({ write: { kind: 'sow', body }, at: SAVED_AT })?.texts).toEqual({
    crop: 'maize',
    'field_size.value': '2',
    'field_size.unit': 'acre',
    sown_on: '2026-07-02',
  });
});

test('a profile opens in its form, and what has no form does not', () => {
  const profile = {
    kind: 'profile',
    body: { number: '98765', place: 'Erode' },
    revision: 1,
    seen: '',
  } as const;
  expect(reopened({ write: profile, at: SAVED_AT })).toMatchObject({
    path: '/ftl',
    texts: { number: '98765', place: 'Erode' },
  });
  expect(reopened({ write: { kind: 'withdraw', body: { sowing: { id: 'x' } } }, at: SAVED_AT })).toBeNull();
});
