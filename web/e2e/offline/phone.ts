import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { testBrowser } from '../../build/test-browser';

/** A part of a screen that does not come within this time does not come. */
const ACTION_MS = 15_000;

/** A browser with a disk of its own, which may be killed at any time and started again. */
export interface Phone {
  /** Starts the browser and opens an empty page. */
  start: () => Promise<Page>;
  /** Sets its clock ahead of the true time, ms. */
  setAhead: (ms: number) => Promise<void>;
  /** Ends the browser in the middle of what it does, as a phone does that runs out of power. */
  kill: () => Promise<void>;
  /** Ends it for good. */
  discard: () => Promise<void>;
}

export async function newPhone(baseURL: string): Promise<Phone> {
  const disk = await mkdtemp(join(tmpdir(), 'grow-phone-'));
  let context: BrowserContext | undefined;
  let aheadMs = 0;
  const setClock = async () => {
    await context?.addCookies([{ name: 'ahead', value: String(aheadMs), url: baseURL }]);
  };
  const kill = async () => {
    if (!context) return;
    const closed = new Promise<void>((over) => context?.on('close', () => over()));
    execFileSync('pkill', ['-9', '-f', disk]);
    await closed;
    context = undefined;
  };
  return {
    start: async () => {
      context = await chromium.launchPersistentContext(disk, {
        ...testBrowser(),
        baseURL,
        locale: 'en-IN',
        timezoneId: 'Asia/Kolkata',
        viewport: { width: 360, height: 740 },
      });
      context.setDefaultTimeout(ACTION_MS);
      await context.addInitScript(() => localStorage.setItem('grow-background', 'still'));
      await context.addInitScript(followClock);
      await setClock();
      return context.pages()[0] ?? context.newPage();
    },
    setAhead: async (ms) => {
      aheadMs = ms;
      await setClock();
    },
    kill,
    discard: async () => {
      await kill();
      await rm(disk, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Runs in each page before the app: its clock is that of the phone, which a cookie tells. */
function followClock(): void {
  const trueNow = Date.now.bind(Date);
  Date.now = () => trueNow() + Number(/ahead=(\d+)/.exec(document.cookie)?.[1] ?? 0);
}

/** Writes sowings of 1 hectare into the queue as the app does, without its form. */
export async function queueSowings(page: Page, crops: readonly string[]): Promise<void> {
  const farmer = await page.evaluate(async () => (await (await fetch('/api/v1/session')).json()).user.id);
  await page.evaluate(
    ([owner, all]) =>
      new Promise<void>((done, failed) => {
        const opening = indexedDB.open('grow');
        opening.onerror = () => failed(opening.error);
        opening.onsuccess = () => {
          const tx = opening.result.transaction('writes', 'readwrite', { durability: 'strict' });
          for (const crop of all) {
            const write = { kind: 'sow', body: { crop, field_size_ha: 1 } };
            const key = crypto.randomUUID();
            tx.objectStore('writes').add({
              key,
              farmer: owner,
              at: Date.now(),
              write,
              tried: false,
              state: { name: 'waiting' },
            });
          }
          tx.oncomplete = () => {
            opening.result.close();
            done();
          };
          tx.onabort = () => failed(tx.error);
        };
      }),
    [farmer, crops] as const,
  );
}
