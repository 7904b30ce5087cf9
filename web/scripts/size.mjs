// Size limits for the first route and for each background video. The first route is the first script, the
// entry with its static imports, the /demand page and the English catalogue, compressed with brotli.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';

const LIMIT_KB = 85;
const VIDEO_LIMIT_KB = 100;
const ROOTS = ['index.html', 'src/pages/demand-page.tsx', 'locales/en/guest.po'];
const MANIFEST = 'dist/.vite/manifest.json';

if (!existsSync(MANIFEST)) {
  console.error('There is no build to measure: run `npm run build` first.');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'));

const files = new Set();
function collect(name) {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`${name} is not in the build`);
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) collect(imported);
}
for (const root of ROOTS) collect(root);
// Emitted by build/pages.ts, not in the manifest.
for (const name of readdirSync('dist/assets').filter((name) => /^first-\w+\.js$/.test(name)))
  files.add(`assets/${name}`);

const kB = (bytes) => (bytes / 1000).toFixed(2).padStart(8);
let total = 0;
console.log('First route, JavaScript\n   brotli       raw  file');
for (const file of files) {
  if (!file.endsWith('.js')) continue;
  const brotli = statSync(`dist/${file}.br`).size;
  total += brotli;
  console.log(`${kB(brotli)}  ${kB(statSync(`dist/${file}`).size)}  ${file}`);
}
console.log(`${kB(total)} kB of ${LIMIT_KB} kB`);
if (total > LIMIT_KB * 1000) {
  console.error(`The first route is ${(total / 1000 - LIMIT_KB).toFixed(2)} kB over its budget.`);
  process.exit(1);
}

console.log('Background videos');
const videos = readdirSync('dist/assets').filter((name) => /\.(?:mp4|webm)$/.test(name));
const isOver = (name) => statSync(`dist/assets/${name}`).size > VIDEO_LIMIT_KB * 1000;
for (const name of videos) console.log(`          ${kB(statSync(`dist/assets/${name}`).size)}  ${name}`);
if (videos.length === 0 || videos.some(isOver)) {
  console.error(`There must be videos, each of at most ${VIDEO_LIMIT_KB} kB.`);
  process.exit(1);
}
