import type { Deck, Slide } from '../src/app/server-sentences.ts';

const PLAIN = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;

/** Escapes a text for markup. */
export const escaped = (text: string) =>
  text.replaceAll(/[&<>"]/g, (sign) => PLAIN[sign as keyof typeof PLAIN]);

/** Escapes a sentence, and marks the words between two pairs of asterisks as important. */
const marked = (text: string) => escaped(text).replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>');

/** Writes the presentation that comes with Grow as a page of its own, in a language. */
export function deckPage(language: string, { title, slides, controls, previous, next }: Deck): string {
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)}</title>
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="/favicon.png" type="image/png" sizes="96x96">
    <link rel="stylesheet" href="/deck/deck.css">
    <script src="/deck/deck.js" defer></script>
  </head>
  <body>
    <main class="deck" aria-label="${escaped(title)}">
${slides.map((slide, place) => slideOf(slide, place, slides.length)).join('\n')}
    </main>
    <nav class="controls" aria-label="${escaped(controls)}">
      <button type="button" id="previous">${escaped(previous)}</button>
      <output id="position" aria-live="polite">1 / ${slides.length}</output>
      <button type="button" id="next">${escaped(next)}</button>
    </nav>
  </body>
</html>
`;
}

function slideOf({ title, lead, text, points, steps }: Slide, place: number, count: number): string {
  const list = (tag: 'ul' | 'ol', items: readonly string[] | undefined) =>
    items ? `<${tag}>${items.map((item) => `<li>${marked(item)}</li>`).join('')}</${tag}>` : '';
  const isFirst = place === 0;
  const parts = [
    isFirst ? '<img src="/logo.svg" alt="" width="96" height="96">' : '',
    isFirst ? `<h1>${escaped(title)}</h1>` : `<h2>${escaped(title)}</h2>`,
    lead ? `<p class="lead">${marked(lead)}</p>` : '',
    text ? `<p>${marked(text)}</p>` : '',
    list('ul', points),
    list('ol', steps),
  ].filter(Boolean);
  const id = place + 1;
  return `      <section class="slide" id="${id}" aria-label="${id} / ${count}">\n        ${parts.join('\n        ')}\n      </section>`;
}
