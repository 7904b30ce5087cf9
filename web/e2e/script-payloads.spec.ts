import type { Browser, BrowserContext, Page } from '@playwright/test';
import { startGrowElsewhere } from './certified-issuer';
import type { GrowServer } from './grow-server';
import { agree, test as base, expect, ignorePageAnswers, walkTo } from './grow-test';
import { LoginPage } from './pages/login-page';
import { PlacePage, ProfileFormPage } from './pages/record-pages';
import { SowPage } from './pages/sow-page';
import { SCRIPT_PAYLOADS } from './script-payloads';

/** Number of browser contexts that run in parallel. */
const LANES = 3;
const NOTHING = 'nothing ran, and nothing was reported';

/** Returns the text as Grow stores it: without hidden characters. An e-mail with one is refused. */
const visible = (text: string) =>
  text.replaceAll(/(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu, '').trim();

/** The payloads by three, so that a record has another one in each of its texts. */
const TRIPLES = SCRIPT_PAYLOADS.slice(0, Math.ceil(SCRIPT_PAYLOADS.length / 3)).map(
  (first, index, firsts) => {
    const later = (times: number) => SCRIPT_PAYLOADS[index + times * firsts.length] ?? first;
    return [first, later(1), later(2)] as const;
  },
);

/** Returns the text as far as it may stand before the @ of an e-mail, by HTML's definition and in other scripts. */
const beforeTheAt = (text: string) =>
  text
    .replaceAll(/[\s\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/[^\w.!#$%&'*+/=?^`{|}~\u{80}-\u{10ffff}-]/gu, '') || 'x';

/** A provider with a payload in each claim: name, e-mail and picture. Who signs in is the number of a triple. */
const HOSTILE_PEOPLE = (login: string) => {
  const [name, address, payload] = TRIPLES[Number(login)] ?? [login, login, login];
  // Nothing listens on that port.
  const picture = /^\w+:/.test(payload) ? payload : `https://127.0.0.1:1/${payload}`;
  return { name, email: `${beforeTheAt(address)}@example.org`, picture };
};

const test = base.extend<object, { grow: GrowServer }>({
  grow: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from this pattern.
    async ({}, use) => {
      const server = await startGrowElsewhere(HOSTILE_PEOPLE);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test.describe.configure({ timeout: 360_000 });

/** Opens a page that records each executed script and each policy violation, also across navigations. */
async function watchedPage(context: BrowserContext): Promise<{ page: Page; harm: string[] }> {
  const harm: string[] = [];
  await context.exposeBinding('harm', (_source, what: string) => harm.push(what));
  await context.addInitScript(() => {
    const tell = (what: string) => (globalThis as unknown as { harm: (what: string) => void }).harm(what);
    localStorage.setItem('grow-background', 'still');
    for (const name of ['hit', 'alert', 'confirm', 'prompt']) {
      Object.defineProperty(window, name, { value: () => tell(`ran: ${name}`) });
    }
    addEventListener('securitypolicyviolation', (event) =>
      tell(`reported: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => harm.push(`threw: ${error}`));
  return { page, harm };
}

/** Does the same with each of these, in a few pages side by side, and expects no harm. */
async function withEach<One>(
  browser: Browser,
  baseURL: string,
  all: readonly One[],
  look: (page: Page, own: ReadonlyMap<number, One>, isHarmless: (one: One) => void) => Promise<void>,
): Promise<void> {
  const lane = async (first: number) => {
    const context = await browser.newContext({ baseURL, viewport: { width: 360, height: 400 } });
    const { page, harm } = await watchedPage(context);
    const own = new Map([...all.entries()].filter(([index]) => index % LANES === first));
    await look(page, own, (one) => expect(harm.join('\n') || NOTHING, String(one)).toBe(NOTHING));
    await context.close();
  };
  await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)));
}

/** Signs in through the forms of the issuer, without rendering them. */
async function signIn({ request }: BrowserContext, login: string): Promise<void> {
  let answer = await request.get('/auth/start?mode=redirect&next=/dashboard');
  for (const form of [{ prompt: 'login', login, password: 'any' }, { prompt: 'consent' }]) {
    const action = /action="([^"]+)"/.exec(await answer.text())?.[1];
    if (!action) throw new Error(`No form at ${answer.url()}`);
    answer = await request.post(action, { form });
  }
  expect(new URL(answer.url()).pathname, answer.url()).toBe('/dashboard');
}

const PROFILE = '**/api/v1/me/profile';

test('a hundred script payloads, saved through the text fields, are text on the screens that show them', async ({
  browser,
  grow,
}) => {
  expect(SCRIPT_PAYLOADS.length).toBeGreaterThanOrEqual(100);
  await withEach(browser, grow.url, TRIPLES, async (page, own, isHarmless) => {
    const context = page.context();
    for (const [index, texts] of own) {
      const [forNumber, forPlace, forName] = [texts[1], texts[2], texts[0]];
      // A page that sends no requests for the previous farmer.
      await page.goto('/robots.txt');
      // Sign-in is not under test here, and may need a retry on a busy machine.
      await expect(async () => {
        await context.clearCookies();
        await signIn(context, String(index));
      }).toPass({ timeout: 60_000 });
      await agree(page);
      const number = [...forNumber].slice(0, 32).join('').trim();
      const place = visible(forPlace);
      const save = (profile: object) =>
        context.request.put('/api/v1/me/profile', { data: profile, headers: { origin: grow.url } });
      expect((await save({ number, place: forPlace })).status(), 'no phone number').toBe(422);
      const saved = await save({ number: '98765 43210', place: forPlace });
      expect(saved.status(), await saved.text()).toBe(200);
      // Records may contain numbers that the API no longer accepts.
      await page.unroute(PROFILE);
      await page.route(PROFILE, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...(await answer.json()), number } });
      });

      await page.goto('/profile', { waitUntil: 'commit' });
      const written = (field: string) =>
        page.getByRole('definition').and(page.locator(`dt:has-text("${field}") + dd`));
      await expect.poll(() => written('Number').textContent()).toContain(number);
      expect(await written('Place').textContent()).toContain(place);
      expect(await written('Name').textContent()).toBe(visible(forName));
      await expect(page.getByRole('button', { name: /^Menu of / })).toBeVisible();

      // The other screens with these texts.
      await walkTo(page, '/ftl');
      const profile = new ProfileFormPage(page);
      await expect(profile.number).toHaveValue(number);
      await expect(profile.place).toHaveValue(place);
      await walkTo(page, '/place');
      await expect(new PlacePage(page).place).toHaveValue(place);
      await walkTo(page, '/dashboard');
      await expect(page.getByRole('heading', { level: 1, name: /^Welcome / })).toBeVisible();
      await expect(page.getByText('Loading...')).toHaveCount(0);
      isHarmless(texts);
    }
  });
});

test('a hundred script payloads, typed into every field of a farmer and put into addresses, are text', async ({
  browser,
  grow,
}) => {
  await withEach(browser, grow.url, SCRIPT_PAYLOADS, async (page, own, isHarmless) => {
    await signIn(page.context(), 'Meena');
    await page.goto('/crop-list');
    const search = page.getByRole('searchbox', { name: 'Search crops' });
    for (const payload of own.values()) {
      await search.fill(payload);
      await expect(search).toHaveValue(payload.slice(0, 60));
      isHarmless(payload);
    }
    await walkTo(page, '/place');
    for (const payload of own.values()) {
      await new PlacePage(page).place.fill(payload);
      isHarmless(payload);
    }
    for (const payload of own.values()) {
      await walkTo(page, `/crop-detail/${encodeURIComponent(payload)}`);
      await expect(page.getByText('Select a valid crop.')).toBeVisible();
      await walkTo(page, '/add', { email: payload, cropName: payload });
      await expect(new SowPage(page).crop.getByRole('option')).toHaveCount(17);
      isHarmless(payload);
    }
  });
});

test('a hundred script payloads in the fields, addresses and storage of a guest are text', async ({
  browser,
  grow,
}) => {
  await withEach(browser, grow.url, SCRIPT_PAYLOADS, async (page, own, isHarmless) => {
    await page.addInitScript(() => {
      const left = sessionStorage.getItem('left');
      if (left === null) return;
      sessionStorage.setItem('grow-return-path', left);
      // A notice is shown only for a while.
      sessionStorage.setItem('grow-notice', JSON.stringify([Date.now(), left, left]));
      sessionStorage.removeItem('left');
    });
    await page.goto('/login');
    const login = new LoginPage(page);
    for (const payload of own.values()) {
      await login.farmerId.fill(payload);
      await login.mobile.fill(payload);
      isHarmless(payload);
    }
    for (const [index, payload] of own) {
      const inAddress = encodeURIComponent(payload);
      await walkTo(page, `/demand?region=${inAddress}`);
      await expect(page.getByRole('alert')).toHaveText('Error fetching data: No data found.');
      await walkTo(page, `/login?error=auth/${inAddress}`);
      await expect(login.error).toHaveText('Sign-in did not work. Please try again.');
      isHarmless(payload);

      // Storage left by an earlier page of this tab, and an unknown path.
      if (index % 5 > 0) continue;
      await page.evaluate((text) => sessionStorage.setItem('left', text), payload);
      await page.goto(`/${inAddress.replaceAll('.', '%2E')}?next=${inAddress}#${inAddress}`);
      await expect
        .poll(async () => (await page.getByRole('status').allTextContents()).join())
        .toContain(payload);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      isHarmless(payload);
    }
  });
});

test('a kept user of script is text', async ({ browser, grow }) => {
  const context = await browser.newContext({ baseURL: grow.url });
  const { page, harm } = await watchedPage(context);
  await ignorePageAnswers(page);
  await page.route('**/api/v1/session', (route) => route.fulfill({ status: 404, body: 'nobody knows' }));
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('Storage is disabled', 'SecurityError');
    };
  });
  await page.goto('/ppt');
  for (const payload of SCRIPT_PAYLOADS.filter((_, index) => index % 8 === 0)) {
    await page.evaluate((text) => {
      const user = { id: text, display_name: text, photo_url: text, email: text };
      localStorage.setItem('grow-user', JSON.stringify({ version: 2, user }));
    }, payload);
    await page.goto('/ppt');
    await expect.poll(() => page.getByRole('button', { name: /^Menu of / }).textContent()).toContain(payload);
  }
  expect(harm).toEqual([]);
  await context.close();
});

test('a script put into a page is reported by the watch of these tests, and does not run', async ({
  browser,
  grow,
}) => {
  const context = await browser.newContext({ baseURL: grow.url });
  const { page, harm } = await watchedPage(context);
  await page.route('**/demand', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('</body>', '<script>hit()</script></body>');
    await route.fulfill({ response: answer, body });
  });
  await page.goto('/demand');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => harm.filter((one) => one.startsWith('reported: script-src'))).toHaveLength(1);
  expect(harm.filter((one) => one.startsWith('ran: '))).toEqual([]);
  await context.close();
});
