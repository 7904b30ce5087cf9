import { latinDigits } from './latin-digits';
import { shown } from './typed-number';

/**
 * Follows what is written into a number input, and tells it after each change. Such an input holds 0-9 and a point alone: Chrome
 * drops a comma, so that '1,25' would be 125, and every Tamil or Devanagari digit. They are put in as what they mean.
 *
 * The input does not tell its caret. So commas are remembered while a number is written to its end; after any other change the
 * value counts as written. Returns what stops the following.
 */
export function followTyping(input: HTMLInputElement, tell: (written: string) => void): () => void {
  let written = input.value;
  /** What stands there after the change that has begun, if it happens at the end. */
  let wish = written;
  let isOurs = false;

  const insert = (text: string, everything = false) => {
    isOurs = true;
    if (everything) input.select();
    // A number input has no selection to write to, and nothing else keeps the browser's undo.
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

  /** Brings the input to what it shows for the wish, of which these letters are the last. */
  const take = (letters: string) => {
    const [before, after] = [shown(written), shown(wish)];
    if (letters.length > 1) {
      // Pasted, perhaps over what was selected.
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
    const isPlain = latinDigits(letters) === letters && shown(wish) === shown(written) + letters;
    if (isPlain || !event.cancelable) return;
    event.preventDefault();
    take(letters);
  };

  const change = (event: Event) => {
    const isTyped = event instanceof InputEvent;
    if (!isOurs && !(isTyped && event.isComposing)) settle(isTyped);
  };

  /** A composition cannot be changed while it lasts, and what the input does not hold is dropped at its end. */
  const endComposition = (event: CompositionEvent) => {
    wish = written + event.data;
    if (!shows(input.value, wish) && latinDigits(event.data) !== event.data) insert(shown(wish), true);
    settle(true);
  };

  // Whoever scrolls on with the wheel over a number that was just typed would change it.
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

/** Whether an input with this value shows the text; a point at the end is no part of a value yet. */
function shows(value: string, text: string): boolean {
  const whole = shown(text);
  return value === whole || `${value}.` === whole;
}
