// Fails if a change of one screen renames other scripts than its own, which browsers would then load again, or if
// scripts import each other in a circle: which of them runs first would be that which arrives first.
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'vite';

const SCREEN = resolve('src/pages/sow-page.tsx');

const before = readdirSync('dist/assets')
  .filter((name) => name.endsWith('.js'))
  .map((name) => `assets/${name}`);
const { output } = await build({
  logLevel: 'error',
  build: { write: false },
  plugins: [
    {
      name: 'change-of-a-screen',
      transform: (code, id) => (id === SCREEN ? `${code}\nconsole.info('changed');` : null),
    },
  ],
});
const after = new Set(output.map(({ fileName }) => fileName));
const renamed = before.filter((name) => !after.has(name));
if (renamed.length !== 1 || !renamed[0].startsWith('assets/sow-page-')) {
  console.error(`A change of src/pages/sow-page.tsx renamed ${renamed.join(', ') || 'no script'}.`);
  process.exit(1);
}
console.log(`A change of a screen renames its own script alone: ${renamed[0]}, of ${before.length}.`);

const importsOf = new Map(output.map(({ fileName, imports = [] }) => [fileName, imports]));
/** Returns the scripts from this one to itself, or null. */
function circleAt(script, way = []) {
  if (way.includes(script)) return [...way.slice(way.indexOf(script)), script];
  for (const imported of importsOf.get(script) ?? []) {
    const circle = circleAt(imported, [...way, script]);
    if (circle) return circle;
  }
  return null;
}
for (const script of importsOf.keys()) {
  const circle = circleAt(script);
  if (!circle) continue;
  console.error(`Scripts import each other in a circle: ${circle.join(' > ')}.`);
  process.exit(1);
}
console.log('No scripts import each other in a circle.');
