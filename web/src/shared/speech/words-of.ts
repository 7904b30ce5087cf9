/** Elements with text of their own. */
const TEXTS = 'h1, h2, h3, h4, h5, p, li, dt, dd, th, td, caption';
/** What is not read: controls and their questions, decoration, what is hidden. A heading that opens its part is read. */
const UNREAD =
  'button:not(h3 > button), select, fieldset, [data-unread], [aria-hidden="true"], [hidden], .visually-hidden';
export const READ_ALOUD = 'data-aloud';

/** Returns the visible text of an element in lines, without controls and without citations in other languages. */
export function wordsOf(root: Element): string {
  const lines: string[] = [];
  for (const element of root.querySelectorAll(TEXTS)) {
    const isWhole = !element.querySelector(TEXTS) && !element.closest(UNREAD);
    if (isWhole && element.closest(`[${READ_ALOUD}]`) === root) lines.push(textOf(element, root));
  }
  return lines.filter(Boolean).join('\n');
}

function textOf(element: Element, root: Element): string {
  const copy = element.cloneNode(true) as Element;
  const language = root.ownerDocument.documentElement.lang;
  const isOther = element.closest('[lang]')?.getAttribute('lang') !== language;
  if (isOther) return '';
  for (const unread of copy.querySelectorAll(`${UNREAD}, [lang]:not([lang="${language}"])`)) unread.remove();
  const line = (copy.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  return line === '' || /[.!?:।]$/.test(line) ? line : `${line}.`;
}
