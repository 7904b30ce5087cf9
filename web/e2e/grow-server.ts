import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const WEB = resolve(import.meta.dirname, '..');
export const BINARY = resolve(WEB, process.env.GROW_BIN ?? '../target/debug/grow');
const READY_MS = 30_000;
const STOP_MS = 15_000;

export interface GrowServer {
  url: string;
  /** Runs another command on the server's database, and returns what it prints. */
  command: (...args: string[]) => Promise<string>;
  /** Stops the server, does something to its folder, and starts it again on its database, with other settings. */
  restart: (
    settings?: Record<string, string>,
    meanwhile?: (folder: string) => Promise<void>,
  ) => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts `grow serve` on a free port, with a database of its own and these settings. */
export async function startGrow(settings: Record<string, string> = {}): Promise<GrowServer> {
  const folder = await mkdtemp(join(tmpdir(), 'grow-e2e-'));
  const database = await startDatabase(folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const serve = (others: Record<string, string>) => startProcess(folder, url, database.url, others);
  const end = async () => {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const start = async (others: Record<string, string>) => {
    try {
      return await serve({ ...settings, ...others });
    } catch (error) {
      await end();
      throw error;
    }
  };
  const command = (...args: string[]) =>
    new Promise<string>((printed, failed) => {
      const env = { ...process.env, GROW_DATABASE_URL: database.url };
      execFile(BINARY, args, { env }, (error, out, complaints) =>
        error ? failed(new Error(complaints || error.message)) : printed(out),
      );
    });
  const migrated = database.url.startsWith('sqlite:') ? Promise.resolve('') : command('migrate');
  await migrated.catch(async (error) => {
    await end();
    throw error;
  });
  let running = await start({});
  return {
    url,
    command,
    restart: async (others = {}, meanwhile = async () => {}) => {
      await running.stop();
      await meanwhile(folder);
      running = await start(others);
    },
    stop: async () => {
      await running.stop().finally(end);
    },
  };
}

/** Starts the process of a server, and waits until it answers. */
async function startProcess(
  folder: string,
  url: string,
  database: string,
  settings: Record<string, string>,
): Promise<{ stop: () => Promise<void> }> {
  const child = spawn(BINARY, ['serve'], {
    cwd: folder,
    env: {
      ...process.env,
      ...settings,
      GROW_LISTEN: new URL(url).host,
      GROW_DATABASE_URL: database,
      GROW_PUBLIC_URL: settings.GROW_PUBLIC_URL ?? url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => log.push(String(text)));
  const ended = endOf(child);

  const ready = await Promise.race([answers(`${url}/healthz`), ended, late(READY_MS)]);
  if (ready !== 'answers') {
    child.kill('SIGKILL');
    throw new Error(`grow did not start (${ready})\n${log.join('')}`);
  }
  return {
    stop: async () => {
      child.kill('SIGTERM');
      const code = await Promise.race([ended, late(STOP_MS)]);
      if (code === 'late') child.kill('SIGKILL');
      if (code !== 0) throw new Error(`grow did not stop cleanly on SIGTERM (${code})\n${log.join('')}`);
    },
  };
}

async function startDatabase(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  if (process.env.GROW_E2E_POSTGRES !== '1') {
    return { url: `sqlite:${join(folder, 'grow.db')}`, stop: async () => {} };
  }
  const script = spawn(resolve(WEB, '../scripts/private-postgres'), { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = endOf(script);
  const first = await new Promise<string>((found, failed) => {
    createInterface({ input: script.stdout }).once('line', found);
    ended.then((code) => failed(new Error(`private-postgres ended with ${code}`)), failed);
  });
  return {
    url: first.trim(),
    stop: async () => {
      script.stdin.end();
      await ended;
    },
  };
}

const endOf = (child: ChildProcess) =>
  new Promise<number | string>((ended) => {
    child.once('error', (error) => ended(error.message));
    child.once('exit', (code, signal) => ended(code ?? signal ?? 'unknown'));
  });

const late = (ms: number) => new Promise<'late'>((fire) => setTimeout(() => fire('late'), ms).unref());

async function answers(url: string): Promise<'answers'> {
  for (;;) {
    try {
      if ((await fetch(url)).ok) return 'answers';
    } catch {
      // Not listening yet.
    }
    await new Promise((next) => setTimeout(next, 50));
  }
}

const freePort = () =>
  new Promise<number>((found, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? found(address.port) : failed(new Error('no port')),
      );
    });
  });
