import { escaped } from './deck.ts';

/** Writes the one page for browsers that cannot run the app. It says so in each language, and needs nothing of them. */
export function oldBrowserPage(
  sentences: readonly (readonly [language: string, sentence: string])[],
): string {
  const said = sentences.map(
    ([language, sentence]) => `    <p lang="${language}">${escaped(sentence)}</p>\n`,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Grow</title>
  </head>
  <body>
    <h1>Grow</h1>
${said.join('')}    <p><a href="/">Grow</a></p>
  </body>
</html>
`;
}
