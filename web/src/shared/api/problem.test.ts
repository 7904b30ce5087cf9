import { expect, test } from 'vitest';
import { isPassing, localProblem, problemFrom } from './problem';
import { problemMessage } from './problem-sentences';

test('a problem is known by its slug and speaks the sentence of its type', () => {
  const error = problemFrom({ type: 'no-demand-figures', title: 'x', status: 404, detail: 'nothing' }, 404);
  expect(error.type).toBe('no-demand-figures');
  expect(problemMessage(error)).toBe('No data found.');
});

test('an unknown type has the general sentence, not the English words of the server', () => {
  expect(problemMessage(problemFrom({ type: 'brand-new', detail: 'Words of the server.' }, 409))).toBe(
    'Something went wrong. Please try again.',
  );
});

test('a body that is no problem still has its status, and a gateway page counts as our fault', () => {
  const failed = (status: number) => problemFrom('<html>', status);
  expect([failed(502).type, failed(502).status]).toEqual(['internal', 502]);
  expect([failed(404).type, failed(404).status]).toEqual(['unreadable', 404]);
});

test('network, 429 and 5xx pass; a refusal does not', () => {
  expect(isPassing(localProblem('network'))).toBe(true);
  expect(isPassing(problemFrom({ type: 'overloaded' }, 503))).toBe(true);
  expect(isPassing(problemFrom({ type: 'slow-down' }, 429))).toBe(true);
  expect(isPassing(problemFrom({ type: 'invalid-npk' }, 422))).toBe(false);
  expect(isPassing(new Error('a bug'))).toBe(false);
});
