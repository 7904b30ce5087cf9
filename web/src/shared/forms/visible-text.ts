/** What a display may ignore, without the joiners that Indic scripts need; and the separators of lines. */
const HIDDEN = /[\u2028\u2029]|(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;
/** Spaces, joiners without letters, and the empty Braille pattern. */
const NOTHING = '[\\s\\u0085\\u200c\\u200d\\u2800]';
const ENDS = new RegExp(`^${NOTHING}+|${NOTHING}+$`, 'g');
/** Combining marks without anything to combine with are nothing. */
const FILLED = /[^\s\u0085\u2800\p{M}\p{Cf}]/u;

/** Returns what can be seen of a text, trimmed; the same as the server does, crates/domain/src/text.rs. */
export function visible(text: string): string {
  const shown = text.replace(HIDDEN, '').replace(ENDS, '');
  return FILLED.test(shown) ? shown : '';
}
