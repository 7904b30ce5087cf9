// Types, lints, imports and catalogues: `npm run check`. The types take as long as all else, so they are checked beside it.
import { spawn } from 'node:child_process';

/** Runs a command to its end, then prints what it said. */
const run = (command) =>
  new Promise((ended) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(text));
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(said));
      if (code !== 0) console.error(`failed: ${command}`);
      ended(code === 0);
    });
  });

async function inTurn(commands) {
  for (const command of commands) {
    if (!(await run(command))) return false;
  }
  return true;
}

const passed = await Promise.all([
  run('tsc --noEmit'),
  inTurn([
    'tsc --noEmit -p src/sw',
    'biome check --error-on-warnings .',
    'depcruise src --config .dependency-cruiser.mjs',
    'node scripts/catalogues-fresh.mjs',
  ]),
]);
process.exit(passed.every(Boolean) ? 0 : 1);
