import { expect, test } from 'vitest';
import type { SowingWindow } from '@/shared/api/calendar';
import { demandRow } from '@/testing/demand';
import { byTime, growableNeeds, nextSowing, openNeeds, openPart } from './open-needs';
import {
  confidenceWord,
  extremes,
  harvestDays,
  onlyIn,
  openingSentence,
  soonestFirst,
  sowingDays,
} from './opening-sentences';

const window = (given: Partial<SowingWindow> = {}): SowingWindow => ({
  name: 'kharif',
  season: 'kharif',
  region: 'IN-TN',
  districts: [],
  earliest: '06-11',
  sow_from: '06-11',
  sow_until: '07-15',
  latest: '07-15',
  harvest_from: '09-11',
  harvest_until: '10-25',
  days_min: 70,
  days_max: 90,
  confidence: 'medium',
  source: '',
  years: '',
  note: null,
  opens: '2026-06-11',
  closes: '2026-07-15',
  ...given,
});

test.each([
  ['2026-07-03', 'Open now, until 15 July – 12 days left'],
  ['2026-07-14', 'Open now, until 15 July – 1 day left'],
  ['2026-07-15', 'Open now, today is the last day'],
  ['2026-07-16', 'Its days for sowing ended on 15 July'],
  ['2026-05-02', 'Opens on 11 June, in 40 days'],
  ['2026-06-10', 'Opens on 11 June, in 1 day'],
  ['2026-06-11', 'Open now, until 15 July – 34 days left'],
])('looked at on %s, whenever it was read: %s', (today, expected) => {
  expect(openingSentence(window(), today)).toBe(expected);
});

test('a window of some districts names them, and the extremes are told where there are any', () => {
  expect(onlyIn(['Erode', 'Salem'])).toBe('In Erode and Salem');
  expect(extremes(window())).toBe('');
  expect(extremes(window({ earliest: '06-01', latest: '09-02' }))).toBe('1 June to 2 September');
});

test('the days of every year, and how long the crop stands', () => {
  expect(sowingDays(window())).toBe('Sow from 11 June to 15 July');
  expect(harvestDays(window())).toBe('Harvest from 11 September to 25 October, 70 to 90 days after sowing');
  expect(harvestDays(window({ days_min: 344, days_max: 344 }))).toContain(', 344 days after sowing');
});

test('confidence is told in words, also of a later version', () => {
  expect(['high', 'medium', 'low', 'none'].map(confidenceWord)).toEqual([
    'sure',
    'fairly sure',
    'uncertain: few sources',
    'none',
  ]);
});

test('open windows stand first, those that close soonest before, and those that ended last', () => {
  const windows = [
    window({ name: 'ended', closes: '2026-07-02' }),
    window({ name: 'opens', opens: '2026-07-06', closes: '2026-07-30' }),
    window({ name: 'closes later', closes: '2026-08-02' }),
    window({ name: 'closes', closes: '2026-07-07' }),
  ];
  const names = soonestFirst(windows, '2026-07-03').map(({ name }) => name);
  expect(names).toEqual(['closes', 'closes later', 'opens', 'ended']);
});

test('open parts beyond the error stand in the order of the crops; a crop in surplus has none', () => {
  const rows = [
    demandRow('paddy', 9.5),
    demandRow('ragi', 8, { is_beyond_error: true }),
    demandRow('maize', 7, { is_beyond_error: true }),
    demandRow('onion', 15, { is_beyond_error: true }),
  ];
  expect(openNeeds(rows).map(({ crop, percent }) => [crop, Math.round(percent)])).toEqual([
    ['ragi', 20],
    ['maize', 30],
  ]);
});

test('a state could grow more of what India lacks, if it grows the crop and has days of sowing for it', () => {
  const india = ['ragi', 'maize', 'onion'].map((crop) => demandRow(crop, 5, { is_beyond_error: true }));
  const [ragi, maize, onion] = ['ragi', 'maize', 'onion'].map((crop) => ({ crop })) as [
    { crop: string },
    { crop: string },
    { crop: string },
  ];
  expect(growableNeeds(india, [ragi, maize], [maize, onion])).toEqual([{ crop: 'maize', percent: 50 }]);
});

test('what can be sown today is needed now; what opens in 183 days, has ended or has no days comes later', () => {
  const needs = ['paddy', 'ragi', 'maize', 'onion', 'cotton'].map((crop) => ({ crop, percent: 10 }));
  const next = (crop: string, opens: string, closes: string) => ({ ...window({ opens, closes }), crop });
  const windows = [
    next('paddy', '2027-01-02', '2027-02-01'),
    next('ragi', '2026-07-01', '2026-07-03'),
    next('maize', '2026-06-01', '2026-07-02'),
    next('onion', '2026-07-03', '2026-08-31'),
  ];
  const { now, later } = byTime(needs, windows, '2026-07-03');
  expect(now.map(({ crop }) => crop)).toEqual(['ragi', 'onion']);
  expect(later.map(({ crop }) => crop)).toEqual(['paddy', 'maize', 'cotton']);
});

test('an open part is a whole percentage', () => {
  expect(openPart(25.4)).toBe('25 % is open');
  expect(openPart(0.4)).toBe('less than 1 % is open');
});

test('the next window is named with its season', () => {
  expect(nextSowing(window(), '2026-07-03')).toBe('Kharif: Open now, until 15 July – 12 days left');
  expect(nextSowing(window({ confidence: 'low' }), '2026-07-03')).toContain('12 days left (uncertain)');
  expect(nextSowing(undefined, '2026-07-03')).toBe('No days for sowing it are known.');
});
