import * as v from 'valibot';
import { expect, test } from 'vitest';
import { landRules } from './land-form';

const check = (text: string) => {
  const parsed = v.safeParse(landRules, { land_ha: text }, { abortPipeEarly: true });
  return parsed.success ? (parsed.output.size?.hectares ?? null) : parsed.issues[0].message;
};

test('my land is a size in hectares, or left out', () => {
  expect(check('2.5')).toBe(2.5);
  expect(check('10000')).toBe(10_000);
  expect(check(' ')).toBeNull();
});

test.each(['0', '-1', '10000.01', 'much'])('%s hectares are refused', (text) => {
  expect(check(text)).toBe('Enter your land in hectares, up to 10,000, or leave it empty.');
});

test('at most two decimals', () => {
  expect(check('1.255')).toBe('Use at most two decimals.');
});

test('a text that is no number is told of as land, in every unit', () => {
  const wrong = v.safeParse(landRules, { 'land.unit': 'acre', 'land.value': 'much' });
  expect(wrong.issues?.[0].message).toBe('Enter your land as a number, or leave it empty.');
});
