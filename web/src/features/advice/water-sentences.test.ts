import { expect, test } from 'vitest';
import { advisedCrop } from '@/testing/advice';
import { waterCondition, wateringsBeyondRain, waterSentences } from './water-sentences';

const needed = advisedCrop().water;

test('without an answer on water the card says for which water it is meant', () => {
  if (!needed) throw new Error('the crop of the tests has figures on water');
  expect(waterCondition(needed, null)).toBe('If you can water it once or twice');
  expect(waterCondition({ ...needed, wants: 'all_season' }, null)).toBe('If you can water it all season');
  expect(waterCondition({ ...needed, wants: 'rain_only' }, null)).toBe('Even on rain alone');
  expect(waterCondition(needed, 'once_or_twice')).toBeNull();
  expect(waterCondition(null, null)).toBeNull();
});

test.each([
  [0, 0, 'Rain is enough for it in three years of four'],
  [0, 1, 'A full harvest needs 1 watering beyond the rain'],
  [0, 2, 'A full harvest needs up to 2 waterings beyond the rain'],
  [1, 1, 'A full harvest needs 1 watering beyond the rain'],
  [3, 3, 'A full harvest needs 3 waterings beyond the rain'],
  [2, 4, 'A full harvest needs 2 to 4 waterings beyond the rain'],
])('%d to %d waterings: %s', (low, high, expected) => {
  expect(wateringsBeyondRain({ waterings: { low, high }, wants: 'once_or_twice' }, null)).toBe(expected);
});

test('on rain alone, the sentence speaks of the water missing in a dry year', () => {
  expect(wateringsBeyondRain({ waterings: { low: 0, high: 2 }, wants: 'rain_only' }, 'rain_only')).toBe(
    'In a dry year it lacks the water of up to 2 waterings',
  );
});

test('a crop that is watered all season is not said to live on rain', () => {
  expect(wateringsBeyondRain({ waterings: { low: 0, high: 0 }, wants: 'all_season' }, null)).toBeNull();
});

test('millimetres come after the waterings, as a range', () => {
  if (!needed) throw new Error('the crop of the tests has figures on water');
  expect(waterSentences(needed)).toEqual([
    'It uses 240 to 300 mm of water while it grows. In three years of four the rain gives at least 180 mm then.',
    '58 to 120 mm must come from a well, a canal or a tank. One watering gives some 60 mm.',
  ]);
  const soaked = { ...needed, soil_mm: 100, missing_mm: { low: 0, high: 0 } };
  expect(waterSentences(soaked)[1]).toBe('The soil still holds about 100 mm from the monsoon.');
  expect(waterSentences(soaked)).toHaveLength(2);
});
