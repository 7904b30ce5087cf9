const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Marks that steer the direction of text, and joiners: nobody sees them. */
const UNSEEN = /\p{Cf}/gu;

/** First and last word of a name, for where there is no picture. A letter keeps its vowel sign. */
export function initials(name: string): string {
  const words = name.replace(UNSEEN, '').split(/\s+/).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked
    .map((word = '') => [...letters.segment(word)][0]?.segment ?? '')
    .join('')
    .toLocaleUpperCase();
}
