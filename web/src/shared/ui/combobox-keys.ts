/**
 * Returns the next active option for a key; -1 stands for the text field, which the arrow keys include in the
 * cycle. Home and End move the caret while no option is active. Returns undefined for other keys.
 */
export function nextActive(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return active + 1 < count ? active + 1 : -1;
    case 'ArrowUp':
      return active === -1 ? count - 1 : active - 1;
    case 'Home':
      return active >= 0 ? 0 : undefined;
    case 'End':
      return active >= 0 ? count - 1 : undefined;
    default:
      return undefined;
  }
}

/** What browsers tell of a key that an input method handles. Keyboards of Android tell it of other keys, too. */
const HANDLED = 229;

/**
 * Returns true if a key belongs to an input method: during a composition, and the Enter that ends one, which Safari
 * tells after its end. Once an option is active, no text is composed: then it was chosen with the arrow keys.
 */
export const isOfInputMethod = (
  { keyCode, isComposing }: Pick<KeyboardEvent, 'keyCode' | 'isComposing'>,
  hasComposed: boolean,
  active: number,
) => keyCode === HANDLED && active < 0 && (isComposing || hasComposed);
