// Fails if a catalogue lacks a message of the code, has an unused one, or does not compile.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const beside = mkdtempSync(join(tmpdir(), 'grow-catalogues-'));
process.on('exit', () => rmSync(beside, { recursive: true }));
cpSync('locales', beside, { recursive: true });

function lingui(...command) {
  const run = spawnSync('npx', ['--no-install', 'lingui', ...command], {
    env: { ...process.env, GROW_CATALOGUES: beside },
    encoding: 'utf8',
  });
  if (run.status === 0) return;
  console.error(run.stdout + run.stderr);
  process.exit(1);
}

// Skip the header, which contains the time of extraction.
const sentences = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('"'))
    .join('\n');

lingui('extract', '--clean');
lingui('compile', '--strict');

const catalogues = readdirSync('locales', { recursive: true }).filter((name) => name.endsWith('.po'));
const stale = catalogues.filter((name) => sentences(join('locales', name)) !== sentences(join(beside, name)));
if (stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run \`npm run messages\`.`);
  process.exit(1);
}
console.log(`Catalogues are up to date: ${catalogues.join(', ')}.`);
