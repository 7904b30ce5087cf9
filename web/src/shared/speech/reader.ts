/** The browser's speech, as far as it is needed. A test passes its own. */
export type Synthesis = Pick<
  SpeechSynthesis,
  'speak' | 'cancel' | 'getVoices' | 'addEventListener' | 'removeEventListener'
>;

/** Some voices end in the middle of longer texts. */
const LONGEST = 180;

/** Ends of sentences, also of Hindi ones, and of lines. A point within a figure is none. */
const SENTENCE = /[^.!?।\n]+(?:[.!?।](?=\S)[^.!?।\n]*)*[.!?।]*/g;

/** Returns a voice of a language, one of India and of this device before others; undefined if there is none. */
export function voiceOf(
  voices: readonly SpeechSynthesisVoice[],
  language: string,
): SpeechSynthesisVoice | undefined {
  // Some phones write ta_IN.
  const parts = (voice: SpeechSynthesisVoice) => voice.lang.toLowerCase().split(/[-_]/);
  const rank = (voice: SpeechSynthesisVoice) =>
    (parts(voice).includes('in') ? 2 : 0) + (voice.localService ? 1 : 0);
  return voices
    .filter((voice) => parts(voice)[0] === language)
    .reduce<SpeechSynthesisVoice | undefined>(
      (best, voice) => (best && rank(best) >= rank(voice) ? best : voice),
      undefined,
    );
}

/**
 * Splits a text into parts that a voice can speak in one go: whole sentences, as many as fit. A longer sentence is
 * split after its commas; what is still too long, between its words.
 */
export function spokenParts(text: string): string[] {
  const sentences = (text.match(SENTENCE) ?? []).map((sentence) => sentence.trim());
  const clauses = sentences.flatMap((one) => (fits(one) ? one : one.replaceAll(', ', ',\n').split('\n')));
  const pieces = clauses.flatMap((one) => (fits(one) ? one : one.split(' ')));
  const parts: string[] = [];
  for (const piece of pieces.filter(Boolean)) {
    const joined = parts.length > 0 ? `${parts.at(-1)} ${piece}` : '';
    if (joined && fits(joined)) parts[parts.length - 1] = joined;
    else parts.push(piece);
  }
  return parts;
}

const fits = (piece: string) => piece.length <= LONGEST;

export interface Reader {
  /** Speaks a text. Stops what is spoken before. Calls back when it is over, also when it was stopped. */
  read: (text: string, voice: SpeechSynthesisVoice, onEnd: () => void) => void;
  stop: () => void;
}

/** Creates a reader. `utter` makes an utterance of a text. */
export function reader(
  synthesis: Pick<Synthesis, 'speak' | 'cancel'>,
  utter: (text: string) => SpeechSynthesisUtterance,
): Reader {
  let end: (() => void) | null = null;
  const finish = () => {
    const ended = end;
    end = null;
    ended?.();
  };
  const stop = () => {
    if (!end) return;
    synthesis.cancel();
    finish();
  };
  return {
    stop,
    read: (text, voice, onEnd) => {
      stop();
      const parts = spokenParts(text);
      if (parts.length === 0) return onEnd();
      end = onEnd;
      for (const [index, part] of parts.entries()) {
        const utterance = utter(part);
        utterance.voice = voice;
        utterance.lang = voice.lang.replace('_', '-');
        // A later reading may have begun when the end of this one is told.
        const isCurrent = () => end === onEnd;
        if (index === parts.length - 1) utterance.onend = () => isCurrent() && finish();
        // The parts after it are queued already.
        utterance.onerror = () => isCurrent() && stop();
        synthesis.speak(utterance);
      }
    },
  };
}
