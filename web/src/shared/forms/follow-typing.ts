import { isPartial, shown } from './typed-number';

/**
 * Follows the text typed into a number input, and reports it after each change. Number inputs accept only 0-9
 * and a point. Chrome drops commas, so that '1,25' becomes 125, and drops the digits of other scripts. This function
 * inserts their meaning instead, and tells what has none: '1/2' would become 12.
 *
 * A number input does not expose its caret. So commas are remembered only while typing at the end; after any
 * other change the value itself counts. Returns a function that stops following.
 */
export function followTyping(input: HTMLInputElement, tell: (written: string) => void): () => void {
  let written = input.value;
  /** Expected text after the current change, if it is at the end. */
  let wish = written;
  let isOurs = false;

  const insert = (text: string, everything = false) => {
    if (text === '' && !everything) return;
    isOurs = true;
    if (everything) input.select();
    // A number input has no selection API, and only `execCommand` keeps the browser's undo history.
    document.execCommand('insertText', false, text);
    isOurs = false;
  };

  const settle = (isTyped: boolean) => {
    const { value } = input;
    const isDecimalComma = isTyped && wish.includes(',') && /^[^.]*\.[^.]*$/.test(value);
    if (shows(value, wish)) written = wish;
    else written = isDecimalComma ? value.replace('.', ',') : value;
    wish = written;
    tell(written);
  };

  /** Updates the input to show the expected text, which ends with these letters. */
  const take = (letters: string) => {
    const [before, after] = [shown(written), shown(wish)];
    if (letters.length > 1) {
      // Pasted text, which may replace a selection. A part of it would be another number.
      if (isPartial(letters)) return tell(letters);
      insert(shown(letters));
      if (shows(input.value, letters)) wish = letters;
    } else if (after.startsWith(before)) {
      insert(after.slice(before.length));
    } else {
      insert(after, true);
    }
    settle(true);
  };

  const begin = (event: InputEvent) => {
    if (isOurs || event.isComposing) return;
    if (event.inputType === 'deleteContentBackward') wish = written.slice(0, -1);
    const letters = event.data ?? '';
    if (letters === '') return;
    wish = written + letters;
    const isPlain = shown(wish) === shown(written) + letters;
    if (isPlain || !event.cancelable) return;
    event.preventDefault();
    take(letters);
  };

  const change = (event: Event) => {
    const isTyped = event instanceof InputEvent;
    if (!isOurs && !(isTyped && event.isComposing)) settle(isTyped);
  };

  /** The text cannot be changed during a composition. At its end, the browser drops invalid characters. */
  const endComposition = (event: CompositionEvent) => {
    wish = written + event.data;
    if (!shows(input.value, wish) && shown(event.data) !== event.data) insert(shown(wish), true);
    settle(true);
  };

  // The mouse wheel would change the number. Remove the focus, so that the page scrolls instead.
  const scrollInstead = () => input.blur();
  input.addEventListener('beforeinput', begin);
  input.addEventListener('input', change);
  input.addEventListener('compositionend', endComposition);
  input.addEventListener('wheel', scrollInstead, { passive: true });
  return () => {
    input.removeEventListener('beforeinput', begin);
    input.removeEventListener('input', change);
    input.removeEventListener('compositionend', endComposition);
    input.removeEventListener('wheel', scrollInstead);
  };
}

/** Returns true if an input with this value shows the text. A trailing point is not part of a value yet. */
function shows(value: string, text: string): boolean {
  const whole = shown(text);
  return value === whole || `${value}.` === whole;
}
