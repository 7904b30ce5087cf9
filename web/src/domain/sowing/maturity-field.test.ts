import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MaturityField } from './maturity-field';

const field = (props: Parameters<typeof MaturityField>[0]) =>
  renderToStaticMarkup(createElement(MaturityField, props));
const options = (html: string) => [...html.matchAll(/<option value="(\w*)"/g)].map(([, value]) => value);

test('a new sowing may leave its variety open', () => {
  expect(field({})).toContain('Optional.');
  expect(field({})).toContain('I do not know');
  expect(options(field({}))).toEqual(['', 'early', 'medium', 'late']);
});

test('the variety is required where the form asks for it', () => {
  const asked = field({ isRequired: true });
  expect(asked).not.toContain('Optional.');
  expect(asked).not.toContain('I do not know');
  expect(options(asked)).toEqual(['', 'early', 'medium', 'late']);
  expect(options(field({ isRequired: true, saved: 'late' }))).toEqual(['early', 'medium', 'late']);
});

test('an error stands at the field of the variety', () => {
  const wrong = field({ isRequired: true, error: 'Choose one.' });
  expect(wrong).toContain('aria-invalid="true"');
  const [, described = ''] = wrong.match(/aria-describedby="([^"]+)"/) ?? [];
  expect(wrong).toContain(`<span id="${described}"`);
});
