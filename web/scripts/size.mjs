// Size limits for the first route in each language and for each background video. The first route is the first script,
// the entry with its static imports, the /demand page and the chunk of the language, compressed with brotli.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';

const LIMIT_KB = 85;
const VIDEO_LIMIT_KB = 100;
const ROOTS = ['index.html', 'src/pages/demand-page.tsx'];
const MANIFEST = 'dist/.vite/manifest.json';

if (!existsSync(MANIFEST)) {
  console.error('There is no build to measure: run `npm run build` first.');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'));

/** Returns the scripts of the roots and of their static imports. */
function scriptsOf(roots) {
  const files = new Set();
  const collect = (name) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not in the build`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) collect(imported);
  };
  for (const root of roots) collect(root);
  return [...files].filter((file) => file.endsWith('.js'));
}

const kB = (bytes) => (bytes / 1000).toFixed(2).padStart(8);

/** Prints files and returns their size in bytes, compressed. */
function weigh(files) {
  let total = 0;
  for (const file of files) {
    const brotli = statSync(`dist/${file}.br`).size;
    total += brotli;
    console.log(`${kB(brotli)}  ${kB(statSync(`dist/${file}`).size)}  ${file}`);
  }
  return total;
}

console.log('First route, JavaScript\n   brotli       raw  file');
// Emitted by build/pages.ts, not in the manifest.
const first = readdirSync('dist/assets').filter((name) => /^first-\w+\.js$/.test(name));
const common = scriptsOf(ROOTS);
const commonBytes = weigh([...common, ...first.map((name) => `assets/${name}`)]);
for (const name of Object.keys(manifest).filter((name) => name.endsWith('/guest.po?language'))) {
  const language = name.split('/').at(-2);
  const total = commonBytes + weigh(scriptsOf([name]).filter((file) => !common.includes(file)));
  console.log(`${kB(total)} kB of ${LIMIT_KB} kB in '${language}'`);
  if (total > LIMIT_KB * 1000) {
    console.error(
      `The first route in '${language}' is ${(total / 1000 - LIMIT_KB).toFixed(2)} kB over its budget.`,
    );
    process.exitCode = 1;
  }
}

console.log('Background videos');
const videos = readdirSync('dist/assets').filter((name) => /\.(?:mp4|webm)$/.test(name));
const isOver = (name) => statSync(`dist/assets/${name}`).size > VIDEO_LIMIT_KB * 1000;
for (const name of videos) console.log(`          ${kB(statSync(`dist/assets/${name}`).size)}  ${name}`);
if (videos.length === 0 || videos.some(isOver)) {
  console.error(`There must be videos, each of at most ${VIDEO_LIMIT_KB} kB.`);
  process.exit(1);
}
