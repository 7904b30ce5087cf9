import { expect, test } from 'vitest';
import { districtName } from './district-name';
import { regionName, STATES } from './region-name';

test('a region is named by its code, or by its name in an answer', () => {
  expect(regionName('IN')).toBe('India');
  expect(regionName('IN-TN')).toBe('Tamil Nadu');
  expect(regionName('West Bengal')).toBe('West Bengal');
  expect(regionName('IN-XX')).toBe('IN-XX');
});

test('each of the 36 states has a name, whose message has it in its id', () => {
  const states = Object.values(STATES);
  expect(states).toHaveLength(36);
  expect(states.map(({ id }) => id)).toEqual(states.map(({ message }) => `state.${message}`));
});

test('a district is named with its state, once', () => {
  expect(districtName({ name: 'Erode', state: 'Tamil Nadu' })).toBe('Erode, Tamil Nadu');
  expect(districtName({ name: 'Erode', state: 'IN-TN' })).toBe('Erode, Tamil Nadu');
  expect(districtName({ name: 'Puducherry', state: 'Puducherry' })).toBe('Puducherry');
});
