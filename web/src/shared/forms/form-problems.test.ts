import { expect, test } from 'vitest';
import { ApiError } from '../api/problem';
import { problemMessage } from '../api/problem-sentences';
import { formProblem, problemSentences } from './form-problems';

const GENERAL = 'Something went wrong. Please try again.';

test.each(Object.keys(problemSentences))(
  '%s has a sentence, and the detail of the server is not shown',
  (type) => {
    const said = formProblem(new ApiError(type, 422, 'A detail in English.'));
    expect(said).not.toBe('');
    expect(said).not.toBe(GENERAL);
    expect(said).not.toContain('detail');
  },
);

test.each(['brand-new', 'constructor', ''])('an unknown type, %j, has the general sentence', (type) => {
  const error = new ApiError(type, 409, 'Words of the server.');
  expect(formProblem(error)).toBe(GENERAL);
  expect(problemMessage(error)).toBe(GENERAL);
});
