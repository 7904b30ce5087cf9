// What a page costs the processor that is only looked at, while its film plays and is drawn in software.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserPath } from './browser.mjs';

/** Until the page is idle and its film plays. */
const SETTLE_S = 10;
const WATCH_S = 20;
const TICKS_PER_S = 100;

const wait = (seconds) => new Promise((next) => setTimeout(next, seconds * 1000));

/** Processor time of a process and of all that it started, in clock ticks. */
function ticksOf(root) {
  const processes = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      processes.set(Number(pid), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) });
    } catch {
      // It has ended.
    }
  }
  const children = (of) => [...processes].filter(([, { parent }]) => parent === of).map(([pid]) => pid);
  const sum = (pid) =>
    (processes.get(pid)?.ticks ?? 0) + children(pid).reduce((total, child) => total + sum(child), 0);
  return sum(root);
}

/** Returns the part of a core, in percent, that a browser uses while nothing is done on the page. */
export async function shareOfCore(url, { width, height }) {
  const profile = mkdtempSync(join(tmpdir(), 'grow-looking-'));
  const browser = spawn(
    browserPath('chromium-headless-shell', 'chromium'),
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      `--window-size=${width},${height}`,
      url,
    ],
    // A group of its own: the program on the path may be a script that starts the browser.
    { stdio: 'ignore', detached: true },
  );
  try {
    await wait(SETTLE_S);
    const before = ticksOf(browser.pid);
    const began = process.hrtime.bigint();
    await wait(WATCH_S);
    const seconds = Number(process.hrtime.bigint() - began) / 1e9;
    return ((ticksOf(browser.pid) - before) / TICKS_PER_S / seconds) * 100;
  } finally {
    process.kill(-browser.pid, 'SIGTERM');
    await new Promise((ended) => browser.once('exit', ended));
    rmSync(profile, { recursive: true, force: true });
  }
}
