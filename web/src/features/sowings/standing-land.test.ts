import { expect, test } from 'vitest';
import type { Sowing } from '@/shared/api/sowings';
import { landQuestion, standingLand } from './land-question';

const sowing = (given: Partial<Sowing>) =>
  ({ field_size_ha: 1.1, harvest_until: '2026-10-28', closed: null, ...given }) as Sowing;

test('land stands until it is harvested, failed or past its harvest', () => {
  const closed = { outcome: 'failed', on: '2026-07-01', harvested_kg: null, undo_until: '' } as const;
  const sowings = [
    sowing({}),
    sowing({ field_size_ha: 2.2 }),
    sowing({ closed }),
    sowing({ harvest_until: '2026-07-02' }),
    sowing({ harvest_until: '2026-07-03' }),
  ];
  expect(standingLand(sowings, '2026-07-03')).toBe(4.4);
});

test.each([
  [0, 10, null, null],
  [4, 6, null, null],
  [4, 6.01, null, 'With this field of 6.01 hectares, your crops stand on 10.01 hectares. Is that right?'],
  [0, 100, null, 'You entered a field of 100 hectares. Is that right?'],
  [0, 2, 2, null],
  [0, 2.5, 2, 'You have 2 hectares of land, as you said. This field has 2.5 hectares. Is that right?'],
  [
    1.5,
    1,
    2,
    'You have 2 hectares of land, as you said. With this field of 1 hectare, your crops stand on 2.5 hectares. Is that right?',
  ],
])('%d ha stand, %d ha are sown, own land %s: %s', (standing, sown, own, expected) => {
  expect(landQuestion(standing, sown, own, false)).toBe(expected);
});

test('a farmer who entered acres is asked in acres', () => {
  expect(landQuestion(0.4047, 0.5059, 0.8094, true)).toBe(
    'You have 2 acres of land, as you said. With this field of 1.25 acres, your crops stand on 2.25 acres. Is that right?',
  );
  expect(landQuestion(0, 20.2343, null, true)).toBe('You entered a field of 50 acres. Is that right?');
});
