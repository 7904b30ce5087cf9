// Serves the real binary with an empty database, while it is measured.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const freePort = () =>
  new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => found(port));
    });
  });

async function answers(url, child) {
  while (child.exitCode === null) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`The server ended with ${child.exitCode}`);
}

/** Starts the binary, calls back with its address, and stops it. */
export async function withGrow(grow, use) {
  if (!existsSync(grow)) throw new Error(`${grow} does not exist: run \`make dist\` first`);
  const folder = mkdtempSync(join(tmpdir(), 'grow-lighthouse-'));
  const site = `http://127.0.0.1:${await freePort()}`;
  const server = spawn(grow, ['serve'], {
    cwd: folder,
    env: {
      ...process.env,
      GROW_LISTEN: new URL(site).host,
      GROW_PUBLIC_URL: site,
      GROW_DATABASE_URL: `sqlite:${join(folder, 'grow.db')}`,
    },
    stdio: 'ignore',
  });
  try {
    await answers(`${site}/healthz`, server);
    await use(site);
  } finally {
    server.kill('SIGTERM');
    await new Promise((ended) => (server.exitCode === null ? server.once('exit', ended) : ended()));
    rmSync(folder, { recursive: true, force: true });
  }
}
