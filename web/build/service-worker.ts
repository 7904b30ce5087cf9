import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { minifySync, type Rolldown, transformWithOxc } from 'vite';

const WORKER = resolve(import.meta.dirname, '../src/sw/worker.ts');
const PUBLIC = resolve(import.meta.dirname, '../public');

/** Moving pictures are too large to be kept. */
const IS_FILM = /\.mp4$/;

const drawings = () => readdirSync(resolve(PUBLIC, 'crops')).map((name) => `crops/${name}`);
/** An operator may show a logo from elsewhere: see `serverPaths.logo`. */
const REPLACEABLE = ['logo.svg'];

/** The sixteen crops, without which no form for sowing opens. */
const ANSWERS = ['/api/v1/crops'];

const hash = (...parts: (string | Uint8Array)[]) =>
  parts
    .reduce((sum, part) => sum.update(part), createHash('sha256'))
    .digest('hex')
    .slice(0, 12);

/**
 * Writes the service worker with the list of what it keeps. Its version changes with each of these files, and with
 * `pages`, of which the server makes the shells.
 */
export async function serviceWorker(
  bundle: Rolldown.OutputBundle,
  also: readonly string[],
  pages: readonly string[],
  languages: readonly string[],
): Promise<{ version: string; code: string }> {
  const named = [...Object.keys(bundle).filter((file) => file.startsWith('assets/')), ...also]
    .filter((file) => !IS_FILM.test(file))
    .sort();
  const other = drawings();
  const unnamed = [...other, ...REPLACEABLE].map((file) => readFileSync(resolve(PUBLIC, file)));
  const source = readFileSync(WORKER, 'utf8');
  const atRoot = (files: readonly string[]) => files.map((file) => `/${file}`);
  const kept = {
    version: hash(source, ...named, ...unnamed, ...pages),
    named: atRoot(named),
    other: atRoot(other),
    answers: ANSWERS,
    replaceable: atRoot(REPLACEABLE),
    languages,
  };
  const { code } = await transformWithOxc(source, WORKER);
  const worker = minifySync('worker.js', `const KEPT = ${JSON.stringify(kept)};\n${code}`, { module: false });
  return { version: kept.version, code: worker.code };
}
