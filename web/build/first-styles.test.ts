import { expect, test } from 'vitest';
import { firstStyles } from './first-styles.ts';

const MARKUP = ['<body><main class="page wide">', '<p class="lead">'];

test.each([
  ['rules of elements', ':root{--text:#000}h1,a:hover{margin:0}'],
  ['rules whose classes are all there', '.page .lead>svg{flex:none}'],
  ['rules with a class that need not be there', '.lead:not(.later){margin:0}'],
  ['rules of a width', '@media (width<480px){.wide{margin:0}}'],
  ['animations that they name', '.page{animation:rise 1s}@keyframes rise{0%{opacity:0}}'],
])('%s stay', (_what, styles) => {
  expect(firstStyles(styles, MARKUP)).toBe(styles);
});

test.each([
  ['a rule with one class that is not there', '.page .later{margin:0}'],
  ['a part of the page that may come', ':root:has(.later) body{margin:0}'],
  ['a width without rules', '@media (width<480px){.later{margin:0}}'],
  ['an animation that nobody names', '@keyframes rise{0%{opacity:0}}'],
])('%s leaves', (_what, styles) => {
  expect(firstStyles(styles, MARKUP)).toBe('');
});

test('a list of selectors keeps those that are in the markup', () => {
  expect(firstStyles('.later,.lead{margin:0}', MARKUP)).toBe('.lead{margin:0}');
});
