// Fails if the build contains any part of `/_ui`, the component gallery.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SENTENCE = 'Every component in every state';
if (!readFileSync('src/gallery/gallery.tsx', 'utf8').includes(SENTENCE)) {
  throw new Error('The gallery no longer contains the sentence that this check looks for');
}

const build = readdirSync('dist', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const found = build
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => file.endsWith('_ui.html') || readFileSync(file, 'utf8').includes(SENTENCE));
if (build.length === 0 || found.length > 0) {
  console.error(
    build.length === 0
      ? 'There is no build to check: run `npm run build` first.'
      : `The build contains the gallery: ${found.join(', ')}`,
  );
  process.exit(1);
}
console.log(`None of the ${build.length} files of the build contains the gallery.`);
