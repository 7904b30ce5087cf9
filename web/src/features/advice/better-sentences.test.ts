import { expect, test } from 'vitest';
import { betterAt, whyNot } from './better-sentences';

test('an alternative says what it is better at than the first crop', () => {
  expect(betterAt({ better_at: ['less-water', 'sooner'] })).toBe('Needs less water · Harvested earlier');
  expect(betterAt({ better_at: ['known', 'more-needed'] })).toBe('You know it · More is needed of it');
  expect(betterAt({ better_at: [] })).toBeNull();
  expect(betterAt({ better_at: ['something of a later release'] })).toBeNull();
});

test('a crop that is not advised says why', () => {
  expect(whyNot('needs-water')).toBe('needs more water than your field has');
  expect(whyNot('full')).toBe('India has enough of it');
  expect(whyNot('others-sow')).toContain('not everybody sows the same');
});
