// The size limit of each background video. What a screen loads of the app is measured in e2e/loaded-bytes.spec.ts.
import { existsSync, readdirSync, statSync } from 'node:fs';

const LIMIT_KB = 100;
const ASSETS = 'dist/assets';

if (!existsSync(ASSETS)) {
  console.error('There is no build to measure: run `npm run build` first.');
  process.exit(1);
}
const videos = readdirSync(ASSETS)
  .filter((name) => /\.(?:mp4|webm)$/.test(name))
  .map((name) => ({ name, kB: statSync(`${ASSETS}/${name}`).size / 1000 }));
for (const { name, kB } of videos) console.log(`${kB.toFixed(2).padStart(8)} kB  ${name}`);
if (videos.length === 0 || videos.some(({ kB }) => kB > LIMIT_KB)) {
  console.error(`There must be videos, each of at most ${LIMIT_KB} kB.`);
  process.exit(1);
}
