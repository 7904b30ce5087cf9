import { execFileSync } from 'node:child_process';

/** Returns the path of the first of these browsers that is installed. */
export const browserPath = (...names) =>
  execFileSync('sh', ['-c', names.map((name) => `command -v ${name}`).join(' || ')], { encoding: 'utf8' }).trim();
