import { expect, test } from 'vitest';
import { restSentence } from './crop-reasons';

test.each([
  ['soil', 0.052, 'Your soil test adds 5 of 100 hectares.'],
  ['soil', -0.04, 'Your soil test takes away 4 of 100 hectares.'],
  ['water', 0.03, 'The water of your field adds 3 of 100 hectares.'],
  ['water', -0.12, 'The water of your field takes away 12 of 100 hectares.'],
  ['envelope', 0.111, 'Your climate rules out other crops, which adds 11 of 100 hectares.'],
  [
    'model',
    -0.06,
    'No mix of these districts grows as little: the course of climate and place between districts takes away 6 of 100 hectares.',
  ],
])('%s %f: %s', (cause, by, sentence) => {
  expect(restSentence(cause, by)).toBe(sentence);
});

test('a cause that is not known has no sentence', () => {
  expect(restSentence('new', 0.1)).toBeNull();
});
