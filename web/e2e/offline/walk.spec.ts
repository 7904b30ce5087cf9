import type { Page } from '@playwright/test';
import { noticeNetwork } from '../answers';
import { agree, expect, type Farmer, settled, signIn, walkTo } from '../grow-test';
import { AppHeader } from '../pages/app-header';
import { KnownCropsPage } from '../pages/known-crops-page';
import { SOWN, SowPage } from '../pages/sow-page';
import { BOTH_STORES } from '../tags';
import type { Connection, Link } from './link';
import { answerKept, appKept, KEPT, test } from './offline-test';
import type { Phone } from './phone';

/** `make soak` sets these: the first seed, and how many. Without them each database has a seed of its own. */
const FIRST = Number(process.env.GROW_SOAK_FIRST ?? (process.env.GROW_E2E_POSTGRES === '1' ? 2 : 1));
const SEEDS = Number(process.env.GROW_SOAK_SEEDS ?? 1);
const STEPS = 200;
/** Everything has to be on the server this long after the network is back, ms. */
const HEALED_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_TABS = 3;

const SOON = { intervals: [10, 20, 50, 100] };

const CROPS = ['Paddy', 'Maize', 'Onion', 'Cotton'] as const;
const CONNECTIONS: readonly Connection[] = ['working', 'cut', 'cut', 'answers lost', 'portal'];

/** A generator of numbers between 0 and 1 that begins anew with each seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The Navigation API of the browser, as far as it is asked here. */
declare const navigation: { currentEntry: { key: string } };

class Walk {
  readonly #random: () => number;
  readonly #phone: Phone;
  readonly #link: Link;
  readonly #farmer: Farmer;
  #tabs: Page[] = [];
  #connection: Connection = 'working';
  #daysAhead = 0;
  /** A browser that was killed may have lost its session: it writes its cookies down only now and then. */
  #mayBeOut = false;
  /** The sizes of the sowings that were said to be saved: each is another one. */
  readonly sown: number[] = [];
  readonly known = new Map<string, boolean>();
  /** What was done, to be read when a walk fails. */
  readonly steps: string[] = [];

  constructor(seed: number, phone: Phone, link: Link, farmer: Farmer) {
    this.#random = randomOf(seed);
    this.#phone = phone;
    this.#link = link;
    this.#farmer = farmer;
  }

  #one<Choice>(of: readonly Choice[]): Choice {
    return of[Math.floor(this.#random() * of.length)] as Choice;
  }

  get page(): Page {
    return this.#tabs.at(-1) as Page;
  }

  async begin(): Promise<void> {
    const page = await this.#phone.start();
    this.#tabs = [page];
    await signIn(page, this.#farmer);
    await agree(page);
    await page.goto('/dashboard');
    for (const path of ['/my-sowing', '/manage-crops', '/add']) {
      await walkTo(page, path);
      await settled(page);
    }
    await appKept(page);
    await answerKept(page, 'me', 'record');
  }

  async step(): Promise<void> {
    const steps: [number, string, () => Promise<void>][] = [
      [60, 'tap a crop', () => this.#tap()],
      [10, 'sow', () => this.#sow()],
      [20, 'connection', () => this.#changeConnection()],
      [2, 'reload', () => this.#open(this.page)],
      [2, 'another tab', () => this.#changeTabs()],
      [1, 'kill', () => this.#kill()],
      [1, 'session ends', () => this.#endSession()],
      [1, 'sign out', () => this.#signOut()],
      [3, 'clock', () => this.#turnClock()],
    ];
    let place = this.#random() * steps.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, name, run] of steps) {
      place -= weight;
      if (place > 0) continue;
      this.steps.push(`${name} (${this.#connection})`);
      await run();
      return;
    }
  }

  /** The network comes back for good. */
  async heal(): Promise<void> {
    this.#turn('working');
    await this.#signInAgain();
    for (const tab of this.#tabs) await noticeNetwork(tab);
  }

  async #changeConnection(): Promise<void> {
    const connection = this.#one(CONNECTIONS);
    if (this.#mayBeOut && (connection === 'working' || connection === 'answers lost'))
      await this.#signInAgain();
    this.#turn(connection);
  }

  #turn(connection: Connection): void {
    this.#connection = connection;
    this.#link.turn(connection);
  }

  /** Brings the tab to a screen, as a link does. A session that has ended begins anew first. */
  async #goTo(path: string): Promise<void> {
    if (new URL(this.page.url()).pathname === '/login') await this.#signInAgain();
    await walkTo(this.page, path);
    const heading = path === '/add' ? 'Add Crop and Field Size' : 'My Known Crops';
    if ((await this.#heading(heading, 'Farmer Login')) === 'Farmer Login') await this.#goTo(path);
  }

  /** Waits for one of these headings, looking at each frame. */
  async #heading(...wanted: string[]): Promise<string> {
    const shown = await this.page.waitForFunction((names) => {
      const heading = document.querySelector('h1')?.textContent;
      return heading && names.includes(heading) ? heading : null;
    }, wanted);
    return (await shown.jsonValue()) ?? '';
  }

  async #signInAgain(): Promise<void> {
    this.#turn('working');
    this.#mayBeOut = false;
    await signIn(this.page, this.#farmer);
    // The other tabs hear of it.
    await this.#open(this.page);
    // From here on the screens open without a network.
    await answerKept(this.page, 'me', 'record');
  }

  async #open(tab: Page): Promise<void> {
    // A tab that hears of another session reloads, which ends a visit that is under way.
    await expect(async () => {
      await tab.goto('/add');
    }).toPass();
    await tab.getByRole('heading', { level: 1 }).waitFor();
  }

  async #sow(): Promise<void> {
    await this.#goTo('/add');
    const { page } = this;
    const form = new SowPage(page);
    const size = (this.sown.length + 1) / 100;
    await form.crop.selectOption({ label: this.#one(CROPS).toUpperCase() });
    await form.fieldSize.fill(String(size));
    const before = await writesOf(page);
    const visit = await page.evaluate(() => navigation.currentEntry.key);
    await form.submit.click();
    // The text may be that of a write before this one, which has arrived just now.
    await expect.poll(() => writesOf(page), SOON).toBeGreaterThan(before);
    this.sown.push(size);
    const said = page.getByRole('status').filter({ hasText: new RegExp(`${KEPT}|${SOWN}`) });
    const over = page.getByRole('heading', { level: 1, name: 'Farmer Login' });
    await said.or(over).first().waitFor();
    // The app leaves the form by itself, which would overtake the next step.
    await page.waitForFunction(
      (before) => navigation.currentEntry.key !== before || location.pathname === '/login',
      visit,
    );
  }

  async #tap(): Promise<void> {
    await this.#goTo('/manage-crops');
    const crop = this.#one(CROPS);
    const card = new KnownCropsPage(this.page).card(crop);
    const before = await writesOf(this.page);
    const isKnown = (await card.getAttribute('aria-pressed')) === 'true';
    // Without the waits of a mouse, which were most of the time of a walk.
    await card.dispatchEvent('click');
    await expect.poll(() => writesOf(this.page), SOON).toBeGreaterThan(before);
    this.known.set(crop, !isKnown);
  }

  async #changeTabs(): Promise<void> {
    if (this.#tabs.length === 1 || (this.#tabs.length < MOST_TABS && this.#random() < 0.5)) {
      const tab = await this.page.context().newPage();
      this.#tabs.push(tab);
      await this.#open(tab);
    } else {
      const [closed] = this.#tabs.splice(Math.floor(this.#random() * this.#tabs.length), 1);
      await closed?.close();
    }
  }

  async #kill(): Promise<void> {
    await this.#phone.kill();
    this.#mayBeOut = true;
    // Where requests arrive, the session is told to be over at once.
    if (this.#connection === 'working' || this.#connection === 'answers lost') this.#turn('cut');
    this.#tabs = [await this.#phone.start()];
    await this.#open(this.page);
  }

  async #endSession(): Promise<void> {
    this.#turn('working');
    await this.page.request.delete('/api/v1/session');
    await this.#signInAgain();
  }

  async #signOut(): Promise<void> {
    await this.#signInAgain();
    const { page } = this;
    await new AppHeader(page).choose('Sign Out');
    const question = page.getByRole('dialog', { name: 'Sign out before they are sent?' });
    const over = page.getByRole('heading', { level: 1, name: 'Farmer Login' });
    await question.or(over).waitFor();
    if (await question.isVisible()) await question.getByRole('button', { name: 'Sign Out' }).click();
    await over.waitFor();
    await this.#signInAgain();
  }

  async #turnClock(): Promise<void> {
    this.#daysAhead += Math.ceil(this.#random() * 3);
    await this.#phone.setAhead(this.#daysAhead * DAY_MS);
    // A form that is open has the day on which it was opened.
    for (const tab of this.#tabs) await walkTo(tab, '/dashboard');
  }
}

/** How many writes this phone has kept since the last sign-out. */
const writesOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((found, failed) => {
        const opening = indexedDB.open('grow');
        opening.onerror = () => failed(opening.error);
        opening.onsuccess = () => {
          const keys = opening.result.transaction('writes').objectStore('writes').getAllKeys();
          keys.onsuccess = () => {
            opening.result.close();
            found(Number(keys.result.at(-1) ?? 0));
          };
        };
      }),
  );

interface Own {
  sowings: { field_size_ha: number }[];
}

test.describe.configure({ mode: 'parallel' });

for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) {
  test(
    `a random walk keeps every write, once and in order: seed ${seed}`,
    BOTH_STORES,
    async ({ phone, farmer, link }) => {
      test.setTimeout(180_000);
      const walk = new Walk(seed, phone, link, farmer);
      await walk.begin();
      for (let step = 0; step < STEPS; step += 1) {
        await walk.step().catch(async (error: unknown) => {
          const shown = await walk.page.innerText('body').catch(() => 'no page');
          throw new Error(`Step ${step} after ${walk.steps.slice(-8).join(', ')}\n${shown.slice(0, 800)}`, {
            cause: error,
          });
        });
      }
      await walk.heal();
      const arrived = async () => {
        const own = (await (await walk.page.request.get('/api/v1/me/export')).json()) as Own;
        return own.sowings.map(({ field_size_ha }) => field_size_ha);
      };
      const story = walk.steps.join(', ');
      await expect.poll(arrived, { message: story, timeout: HEALED_MS }).toEqual(walk.sown);
      const known = async () => {
        const record = await (await walk.page.request.get('/api/v1/me/profile')).json();
        return CROPS.map((crop) => (record.known_crops as string[]).includes(crop.toLowerCase()));
      };
      const said = CROPS.map((crop) => walk.known.get(crop) ?? false);
      await expect.poll(known, { message: story, timeout: HEALED_MS }).toEqual(said);
    },
  );
}
