import { expect, test, vi } from 'vitest';
import { reader, spokenParts, voiceOf } from './reader';

const voice = (lang: string, localService = true) =>
  ({ lang, localService, name: lang }) as SpeechSynthesisVoice;

test('a voice has the language of the page, one of India and of the device first', () => {
  const tamil = [voice('ta-LK'), voice('ta_IN', false), voice('ta-IN')];
  expect(voiceOf([voice('en-IN'), ...tamil], 'ta')).toBe(tamil[2]);
  expect(voiceOf([voice('en-IN'), voice('ta_IN')], 'ta')?.lang).toBe('ta_IN');
  expect(voiceOf([voice('en-US'), voice('tam-IN')], 'ta')).toBeUndefined();
  expect(voiceOf([], 'hi')).toBeUndefined();
});

test('a text is spoken in whole sentences, each part short enough for every voice', () => {
  expect(spokenParts('Sow until 15 July.\nIt needs 2.5 t of it! Why?')).toEqual([
    'Sow until 15 July. It needs 2.5 t of it! Why?',
  ]);
  expect(spokenParts('बुवाई करें। पानी दें।')).toEqual(['बुवाई करें। पानी दें।']);
  expect(spokenParts(' \n ')).toEqual([]);
  const long = spokenParts(Array.from({ length: 40 }, (_, place) => `Sentence ${place} of many.`).join(' '));
  expect(long.length).toBeGreaterThan(4);
  expect(Math.max(...long.map((part) => part.length))).toBeLessThanOrEqual(180);
  expect(long.every((part) => part.endsWith('.'))).toBe(true);
});

test('a sentence that is too long for a voice is split after its commas, else between its words', () => {
  const list = `${Array.from({ length: 30 }, (_, place) => `crop number ${place}`).join(', ')}.`;
  const clauses = spokenParts(`Sow these. ${list}`);
  expect(clauses.join(' ')).toBe(`Sow these. ${list}`);
  expect(Math.max(...clauses.map((part) => part.length))).toBeLessThanOrEqual(180);
  expect(clauses.slice(0, -1).every((part) => part.endsWith(','))).toBe(true);

  const words = `${Array.from({ length: 60 }, (_, place) => `word${place}`).join(' ')}.`;
  expect(spokenParts(words).join(' ')).toBe(words);
  expect(Math.max(...spokenParts(words).map((part) => part.length))).toBeLessThanOrEqual(180);
});

/** Records what is spoken. The first part ends when `end` is called. */
function speech() {
  const spoken: SpeechSynthesisUtterance[] = [];
  const synthesis = { speak: (one: SpeechSynthesisUtterance) => spoken.push(one), cancel: vi.fn() };
  const read = reader(synthesis, (text) => ({ text }) as SpeechSynthesisUtterance);
  return { spoken, synthesis, ...read };
}

test('a reading tells when it is over', () => {
  const { spoken, read } = speech();
  const onEnd = vi.fn();
  read('One. Two.', voice('ta_IN'), onEnd);
  expect(spoken.map(({ text, lang }) => [text, lang])).toEqual([['One. Two.', 'ta-IN']]);
  expect(onEnd).not.toHaveBeenCalled();
  spoken[0]?.onend?.call(spoken[0], {} as SpeechSynthesisEvent);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test('stopping and reading something else both end a reading, once', () => {
  const { synthesis, spoken, read, stop } = speech();
  const [first, second] = [vi.fn(), vi.fn()];
  stop();
  expect(synthesis.cancel).not.toHaveBeenCalled();
  read('One.', voice('en-IN'), first);
  read('Two.', voice('en-IN'), second);
  expect([first, second].map((end) => end.mock.calls.length)).toEqual([1, 0]);
  // The browser tells of the stopped one late.
  spoken[0]?.onerror?.call(spoken[0], {} as SpeechSynthesisErrorEvent);
  expect(second).not.toHaveBeenCalled();
  stop();
  stop();
  expect([first, second].map((end) => end.mock.calls.length)).toEqual([1, 1]);
  expect(synthesis.cancel).toHaveBeenCalledTimes(2);
});

test('an error in one part ends the reading, with the parts after it', () => {
  const { synthesis, spoken, read } = speech();
  const onEnd = vi.fn();
  read(`${'a'.repeat(150)}. ${'b'.repeat(150)}.`, voice('en-IN'), onEnd);
  expect(spoken).toHaveLength(2);
  const fail = (place: number) =>
    spoken[place]?.onerror?.call(spoken[place], {} as SpeechSynthesisErrorEvent);
  fail(0);
  expect(synthesis.cancel).toHaveBeenCalledTimes(1);
  // The browser tells that it cancelled the other one.
  fail(1);
  expect(synthesis.cancel).toHaveBeenCalledTimes(1);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test('without words nothing is spoken', () => {
  const { spoken, read } = speech();
  const onEnd = vi.fn();
  read('', voice('en-IN'), onEnd);
  expect(spoken).toEqual([]);
  expect(onEnd).toHaveBeenCalledTimes(1);
});
