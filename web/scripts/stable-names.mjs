// Fails if a change of one screen renames other scripts than its own, which browsers would then load again.
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
