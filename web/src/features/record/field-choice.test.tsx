import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { FieldChoice } from './field-choice';
import { FullCanalPicture, RainCloudPicture } from './field-pictures';
import type { AnswerState } from './use-save-answer';

type Key = 'all_season' | 'rain_only';

const rendered = (given: Partial<AnswerState<Key | null>> = {}) =>
  renderToStaticMarkup(
    <FieldChoice
      question="Can you water this field?"
      answers={[
        { key: 'all_season', label: 'All season', picture: <FullCanalPicture /> },
        { key: 'rain_only', label: 'Rain only', picture: <RainCloudPicture /> },
      ]}
      mayBeUnsaid
      state={{ answer: null, choose: vi.fn(), progress: 'idle', failed: null, question: null, ...given }}
    />,
  );

/** The answers of the group in their order, the chosen one with a star. */
const answers = (html: string) =>
  [...html.matchAll(/<label.*?<\/label>/g)].map(
    ([label]) => label.replace(/<[^>]*>/g, '') + (/<input[^>]* checked=""/.test(label) ? '*' : ''),
  );
const textOf = (html: string, element: RegExp) => element.exec(html)?.[0].replace(/<[^>]*>/g, '');

test('the answers are one group of radio buttons, named by the question, with Not said as the last one', () => {
  const html = rendered();
  expect(textOf(html, /<fieldset.*?<\/legend>/)).toBe('Can you water this field?');
  expect(answers(html)).toEqual(['All season', 'Rain only', 'Not said*']);
  const names = [...html.matchAll(/type="radio"[^>]* name="([^"]*)"/g)].map(([, name]) => name);
  expect(names).toHaveLength(3);
  expect(new Set(names).size).toBe(1);
});

test('each picture stands beside its word, and is not read aloud', () => {
  const pictures = [...rendered().matchAll(/<svg viewBox="0 0 48 36"[^>]*>/g)];
  expect(pictures).toHaveLength(2);
  for (const [picture] of pictures) expect(picture).toContain('aria-hidden="true"');
});

test('the chosen answer is marked by a tick, not by colour alone', () => {
  const html = rendered({ answer: 'rain_only' });
  expect(answers(html)).toEqual(['All season', 'Rain only*', 'Not said']);
  const ticked = [...html.matchAll(/<label.*?<\/label>/g)].map(([label]) => label.includes('M8 12.3'));
  expect(ticked).toEqual([false, true, false]);
});

test.each([
  ['idle', ''],
  ['saving', 'Saving...'],
  ['saved', 'Saved.'],
] as const)('while it is %s, the status says %j', (progress, said) => {
  expect(textOf(rendered({ progress }), /<p[^>]* role="status".*?<\/p>/)).toBe(said);
});

test('a failure names the answer and the reason, and offers to try again', () => {
  const failed = { answer: 'rain_only', reason: 'Check your connection.' } as const;
  const html = rendered({ failed });
  expect(textOf(html, /<div role="alert".*?<\/button>/)).toBe(
    'Rain only could not be saved. Check your connection.Try again',
  );
  expect(answers(html)).toEqual(['All season', 'Rain only', 'Not said*']);
  expect(rendered()).not.toContain('role="alert"');
});
