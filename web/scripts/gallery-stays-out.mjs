// Fails when anything of `/_ui`, the page of all components, has come into the build.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SENTENCE = 'Every component in every state';
if (!readFileSync('src/gallery/gallery.tsx', 'utf8').includes(SENTENCE)) {
  throw new Error('The gallery no longer says the sentence that is looked for');
}

const build = readdirSync('dist', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const found = build
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => file.endsWith('_ui.html') || readFileSync(file, 'utf8').includes(SENTENCE));
if (build.length === 0 || found.length > 0) {
  console.error(
    build.length === 0
      ? 'No build to look at: run `npm run build` first.'
      : `In the build: ${found.join(', ')}`,
  );
  process.exit(1);
}
console.log(`The gallery is in none of the ${build.length} files of the build.`);
