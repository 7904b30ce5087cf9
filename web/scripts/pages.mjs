// Writes the page of each screen: the built index.html with the screen's name, its chunks and its first view, and
// places for the styles and for the server's first answers. The index beside them tells the server when each is due.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { minifySync } from 'vite';
import { prerender } from '../node_modules/.prerender/prerender.js';

/** Where the server puts the styles, which are the same in every page, and its answers. */
const PLACE_FOR_STYLES = '<!--styles-->';
const PLACE_FOR_ANSWERS = '<!--answers-->';
const FOLDER = 'dist/pages';

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'));
const shell = readFileSync('dist/index.html', 'utf8');
const { screens, waiting } = await prerender();

const [stylesheet, ...others] = [...shell.matchAll(/ *<link rel="stylesheet"[^>]* href="\/([^"]*)">\n/g)];
if (!stylesheet || others.length > 0) throw new Error('The build has not one stylesheet');
const styles = readFileSync(`dist/${stylesheet[1]}`, 'utf8')
  .replaceAll(/\/\*.*?\*\//g, '')
  .trim();

const [entry, app] = shell.match(/ *<script type="module"[^>]* src="\/([^"]*)"><\/script>\n/) ?? [];
if (!entry) throw new Error('The build has no entry');
const preloads = [...shell.matchAll(/ *<link rel="modulepreload"[^>]* href="\/([^"]*)">\n/g)];

/** The chunks of the app in the order in which they run: what it imports, what it says, and itself. */
const appChunks = (language) => [
  ...preloads.map(([, file]) => file),
  chunkOf(`locales/${language}/guest.po`).file,
  app,
];

/** The further chunks of a screen, which the app runs: those of its page and of what it says. */
function screenChunks({ language, access, page }) {
  const files = new Set();
  const collect = (name) => {
    const chunk = chunkOf(name);
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) collect(imported);
  };
  if (page) collect(`src/pages/${page}-page.tsx`);
  // Whoever sees it is signed in, and so has a menu.
  if (access === 'signed-in')
    for (const part of ['src/app/profile-menu.tsx', `locales/${language}/farmer.po`]) collect(part);
  return [...files].filter((file) => !appChunks(language).includes(file));
}

function chunkOf(name) {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`${name} is not in the build`);
  return chunk;
}

const { code: firstScript } = minifySync('first-script.js', readFileSync('scripts/first-script.js', 'utf8'), {
  module: true,
});
const first = `assets/first-${createHash('sha256').update(firstScript).digest('hex').slice(0, 8)}.js`;
writeFileSync(`dist/${first}`, firstScript);

/** The first script, the chunks that it runs, and those of the screen. */
function scriptsOf(view) {
  const preload = (file, mark) => `    <link rel="modulepreload"${mark} crossorigin href="/${file}">\n`;
  const ofApp = appChunks(view.language).map((file) => preload(file, ' data-app'));
  const ofScreen = screenChunks(view).map((file) => preload(file, ''));
  return [entry.replace(app, first), ...ofApp, ...ofScreen].join('');
}

function replaceOnce(text, found, replacement) {
  if (text.split(found).length !== 2) throw new Error(`index.html does not have one ${found}`);
  return text.replace(found, () => replacement);
}

function pageOf(view) {
  // The policy allows no style but that of the page itself.
  if (/ style=/.test(view.markup)) throw new Error(`The first view of ${view.path} has a style of its own`);
  let html = replaceOnce(shell, '<html lang="en">', `<html lang="${view.language}">`);
  html = replaceOnce(html, '<title>Grow</title>', `<title>${view.title}</title>`);
  for (const [line] of [stylesheet, ...preloads]) html = replaceOnce(html, line, '');
  html = replaceOnce(html, entry, scriptsOf(view));
  html = replaceOnce(html, '  </head>', `    <style>${PLACE_FOR_STYLES}</style>\n  </head>`);
  return replaceOnce(
    html,
    '<div id="root"></div>',
    `<div id="root">${view.markup}</div>\n    ${PLACE_FOR_ANSWERS}`,
  );
}

function write(view, name) {
  const file = `${view.language}/${name}.html`;
  mkdirSync(`${FOLDER}/${view.language}`, { recursive: true });
  writeFileSync(`${FOLDER}/${file}`, pageOf(view));
  return file;
}

rmSync(FOLDER, { recursive: true, force: true });
const index = {
  waiting: waiting.map((view) => ({ language: view.language, file: write(view, 'waiting') })),
  screens: screens.map((view) => ({
    language: view.language,
    path: view.path,
    is_public: view.access === 'public',
    file: write(view, view.page),
  })),
};
writeFileSync(`${FOLDER}/styles.css`, styles);
writeFileSync(`${FOLDER}/index.json`, JSON.stringify(index, null, 2));

// The pages stand for both.
rmSync('dist/index.html');
rmSync(`dist/${stylesheet[1]}`);
