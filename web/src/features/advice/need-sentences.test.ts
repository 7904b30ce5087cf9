import { expect, test } from 'vitest';
import { advisedCrop } from '@/testing/advice';
import { importedNeed, needError, needParts, projectedNeed, shownFirst } from './need-sentences';

const spaced = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  [34, 'Of 100 farmers with land and known crops like yours, 34 are shown this first'],
  [1, 'Of 100 farmers with land and known crops like yours, 1 is shown this first'],
  [0, 'Of 100 farmers with land and known crops like yours, fewer than 1 is shown this first'],
])('%d of 100 farmers: %s', (of_100_farmers, expected) => {
  expect(shownFirst(advisedCrop({ of_100_farmers }))).toBe(expected);
});

test('the need has its forecast and its error', () => {
  expect(projectedNeed(advisedCrop())).toBe(
    'If all plans and advice are followed, India has 97 % of what it needs',
  );
  expect(needError(advisedCrop())).toBe('These figures may be off by 7 %.');
});

test('a crop whose price imports hold says how much there is with them', () => {
  expect(importedNeed(advisedCrop())).toBeNull();
  expect(
    importedNeed(advisedCrop({ imports: { usual_tonnes: 1_159_000 }, with_imports_percent: 103.9 })),
  ).toBe(
    'Imported today: with what usually comes in, India has 104 % of what it needs. Imports hold its price.',
  );
});

test('demand, supply and plans in round tonnes', () => {
  expect(spaced(needParts(advisedCrop()))).toBe(
    'India wants 32 lakh t of it this crop year. 24.4 lakh t is on the way, and farmers in Grow plan 24,000 t more.',
  );
  expect(spaced(needParts(advisedCrop({ planned_tonnes: 0 })))).toContain(
    'nobody in Grow plans more of it yet.',
  );
});
