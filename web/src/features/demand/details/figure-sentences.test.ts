import { expect, test } from 'vitest';
import { demandOverview } from '@/testing/demand';
import { ageSentence, coverageSentence } from '../region-figures';

test.each([
  [0, '0 %'],
  [0.4, '0.4 %'],
  [12.3456, '12.35 %'],
  [0.0004, 'Less than 0.01 %'],
  [100, '100 %'],
])('%d %% of the land in Grow is said as %s', (coverage_percent, share) => {
  const overview = demandOverview({ region: 'IN-TN', coverage_percent });
  expect(coverageSentence(overview, 'Tamil Nadu')).toBe(
    `${share} of the land of Tamil Nadu is in Grow; the rest is estimated from usual years.`,
  );
});

test("'Figures as of' is the data's own date beside the time of the last sowing", () => {
  const as_of = new Date(2026, 10, 23, 17, 30).toISOString();
  expect(ageSentence(demandOverview({ as_of, figures_as_of: '2026-11-20' }))).toBe(
    'Figures as of 20 Nov 2026. Last sowing or change in Grow: 23 Nov 2026, 5:30 pm.',
  );
  expect(ageSentence(demandOverview({ as_of, figures_as_of: null }))).toBe(
    'Last sowing or change in Grow: 23 Nov 2026, 5:30 pm.',
  );
});
