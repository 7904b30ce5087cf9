import { expect, test } from 'vitest';
import { advisedCrop } from '@/shared/testing/advice';
import { filledIfAll, needParts, openNeed, shownFirst } from './need-sentences';

const spaced = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  [23.1, 'India still needs 23 % of its black gram'],
  [1, 'India still needs 1 % of its black gram'],
  [0.4, 'India still needs a little black gram: less than 1 % of its need'],
  [0, 'India has all the black gram it needs'],
  [-0.6, 'India has all the black gram it needs'],
  [-12.3, 'More black gram is on the way than India needs: 12 % too much'],
])('with %d %% open: %s', (need_open_percent, expected) => {
  expect(openNeed(advisedCrop({ need_open_percent }))).toBe(expected);
});

test.each([
  [34, 'Of 100 farmers with land and known crops like yours, 34 are shown this first'],
  [1, 'Of 100 farmers with land and known crops like yours, 1 is shown this first'],
  [0, 'Of 100 farmers with land and known crops like yours, fewer than 1 is shown this first'],
])('%d of 100 farmers: %s', (of_100_farmers, expected) => {
  expect(shownFirst(advisedCrop({ of_100_farmers }))).toBe(expected);
});

test('what all who are shown a crop would fill', () => {
  expect(filledIfAll(advisedCrop())).toBe('If all of them sow it, it becomes 97 % full');
  expect(filledIfAll(advisedCrop({ filled_if_all_follow_percent: 114.4 }))).toContain('114 % full');
});

test('demand, supply and plans in round tonnes', () => {
  expect(spaced(needParts(advisedCrop()))).toBe(
    'India wants 32 lakh t of it this crop year. 24.4 lakh t is on the way, and farmers in Grow plan 24,000 t more.',
  );
  expect(spaced(needParts(advisedCrop({ planned_tonnes: 0 })))).toContain(
    'nobody in Grow plans more of it yet.',
  );
});
