import { expect, test } from 'vitest';
import { observedSeason, seasonSentences } from './figure-details';

const cotton = {
  region: 'IN',
  season: 'kharif',
  percent: 96,
  applied_percent: 97.3,
  estimate: null,
  as_of: '2026-07-14',
  source: 'Minutes',
  is_flagged: false,
};

test('a season tells what was sown so far, and what is expected of it', () => {
  expect(seasonSentences(cotton, null)).toEqual([
    'Sown so far this season: 96 % of the usual, 14 Jul 2026.',
    'The season is not over, so growers are expected to bring 97 % of the usual.',
  ]);
  expect(seasonSentences({ ...cotton, applied_percent: 96 }, null)).toHaveLength(1);
  const names = ['kharif', 'rabi', 'summer', 'year'].map((season) => observedSeason({ ...cotton, season }));
  expect(names).toEqual(['Kharif', 'Rabi', 'Summer', 'All year']);
});

test("India's figure is India's on the screen of a state", () => {
  expect(seasonSentences(cotton, 'Kerala')[0]).toBe(
    'Sown so far this season in all of India: 96 % of the usual, 14 Jul 2026. Of Kerala alone it is not known.',
  );
  expect(seasonSentences({ ...cotton, region: 'IN-KL' }, 'Kerala')[0]).toBe(
    'Sown so far this season: 96 % of the usual, 14 Jul 2026.',
  );
});

test('an estimate takes its place, and what is far from usual says so', () => {
  const estimate = { ...cotton, percent: 70, applied_percent: 70, estimate: 'second', is_flagged: true };
  expect(seasonSentences(estimate, null)).toEqual([
    "Official estimate of this season's harvest: 70 % of the usual, 14 Jul 2026.",
    'This is far from usual: it moves the supply by more than twice the error of the figure.',
  ]);
  expect(seasonSentences(estimate, 'Kerala')[0]).toBe(
    "Official estimate of this season's harvest in all of India: 70 % of the usual, 14 Jul 2026.",
  );
});
