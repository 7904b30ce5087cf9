import { expect, test } from 'vitest';
import { advisedCrop } from '@/testing/advice';
import { harvestMonths, harvestSentence, monthPrice } from './harvest-sentences';

const TODAY = '2026-07-03';

test.each([
  [41, 'Harvest in September, when little else comes'],
  [100, 'Harvest in September'],
  [180, 'Harvest in September, when much of it comes'],
  [null, 'Harvest in September'],
])('harvest months that are %s %% full: %s', (month_fill_percent, expected) => {
  expect(harvestMonths(advisedCrop({ month_fill_percent }), TODAY)).toBe(expected);
});

test.each([
  [41, 'Harvest from November to January 2027, when little else comes'],
  [100, 'Harvest from November to January 2027'],
  [180, 'Harvest from November to January 2027, when much of it comes'],
])('over several months that are %s %% full: %s', (month_fill_percent, expected) => {
  const crop = advisedCrop({ harvest_from: '2026-11-20', harvest_until: '2027-01-31', month_fill_percent });
  expect(harvestMonths(crop, TODAY)).toBe(expected);
});

test('a harvest in another year is named with its year', () => {
  const cane = advisedCrop({
    harvest_from: '2027-01-10',
    harvest_until: '2027-03-20',
    month_fill_percent: null,
  });
  expect(harvestMonths(cane, TODAY)).toBe('Harvest from January to March 2027');
  expect(harvestMonths({ ...cane, harvest_until: '2027-01-20' }, TODAY)).toBe('Harvest in January 2027');
  expect(harvestSentence(cane, TODAY)).toBe('Sown today, it is ripe from 10 January to 20 March 2027.');
});

test('the days of the harvest and how full its months are', () => {
  expect(harvestSentence(advisedCrop(), TODAY)).toBe(
    "Sown today, it is ripe from 11 September to 30 September. What comes to market in those months is 41 % of an even part of the year's need.",
  );
  expect(harvestSentence(advisedCrop({ month_fill_percent: null }), TODAY)).toBe(
    'Sown today, it is ripe from 11 September to 30 September.',
  );
});

test.each([
  [1.33, 'Its price is then usually 33 % above the average of the year'],
  [0.67, 'Its price is then usually 33 % below the average of the year'],
  [1.01, 'Its price is then usually at the average of the year'],
  [null, null],
])('a month whose price is %s of the year: %s', (month_price_index, expected) => {
  expect(monthPrice(advisedCrop({ month_price_index }))).toBe(expected);
});
