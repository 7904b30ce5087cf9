import { expect, test } from 'vitest';
import { visible } from './visible-text';

test.each([
  ...[
    '\u3164',
    '\u2800',
    '\u00ad',
    '\u115f',
    '\uffa0',
    '\u034f',
    '\u200b',
    '\u2060',
    '\ufe0f',
    '\ufeff',
    '\u2028',
  ],
  ...['\u0301', '\u093e\u0902', '\u0bcd', ' \u00a0\u3000\t', '\u200d', '\u{e0041}'],
])('%j alone is nothing', (text) => {
  expect(visible(text)).toBe('');
  expect(visible(` ${text}\u200e${text} `)).toBe('');
});

test.each([
  [' Erode ', 'Erode'],
  ['\u202eErode\u202c', 'Erode'],
  ['Ero\u00adde', 'Erode'],
  ['क्\u200dषेत्र', 'क्\u200dषेत्र'],
  ['\u200dईरोड\u200c', 'ईरोड'],
  ['638001', '638001'],
])('of %j, %j is seen', (text, seen) => {
  expect(visible(text)).toBe(seen);
});
