import type { Page } from '@playwright/test';
import { expect, isPhone, settled, signIn, test, walk } from './grow-test';
import { Field } from './pages/field';
import { FARMER_SCREENS, GUEST_SCREENS } from './screens';
import { BOTH_WIDTHS } from './tags';

test.use({ moving: true });

/** Expects the poster, and no request for the video although it was possible. */
async function staysAPoster(page: Page, field: Field): Promise<void> {
  await field.hadItsChance(() => page.goto('/demand'));
  await expect(field.poster).toBeVisible();
  await expect(field.video).toHaveCount(0);
  await expect(field.pause).toHaveCount(0);
  expect(field.asked).toEqual([]);
}

test('a looping, muted background video plays behind every page', async ({ page, farmer }) => {
  const field = new Field(page);
  const shows = async (path: string) => {
    await field.plays();
    const how = await field.video.evaluate((video: HTMLVideoElement) => ({
      loop: video.loop,
      muted: video.muted,
      inline: video.playsInline,
      controls: video.controls,
    }));
    expect(how, path).toEqual({ loop: true, muted: true, inline: true, controls: false });
  };
  await walk(page, GUEST_SCREENS, shows);
  await signIn(page, farmer);
  await walk(page, FARMER_SCREENS, shows);
});

test('the video comes to its end and begins again; another screen does not stop it', async ({ page }) => {
  const field = new Field(page);
  await page.goto('/demand');
  await field.plays();
  await field.video.evaluate(async (video: HTMLVideoElement) => {
    const around = new Promise((done) => video.addEventListener('seeked', done, { once: true }));
    video.currentTime = video.duration - 0.1;
    await around;
    await new Promise((done) => video.addEventListener('seeked', done, { once: true }));
    video.dataset.same = 'yes';
  });
  // What lies below is laid out when it comes near, and moves the links at the end of the page.
  const presentation = page.getByRole('link', { name: 'Presentation' });
  await presentation.scrollIntoViewIfNeeded();
  await settled(page);
  await presentation.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Presentation');
  await expect(field.video).toHaveAttribute('data-same', 'yes');
  await field.plays();
});

test(
  'the poster is there first, the video after the page, and nothing moves when its button comes',
  BOTH_WIDTHS,
  async ({ page }) => {
    const field = new Field(page);
    let release = () => {};
    const held = new Promise<void>((go) => {
      release = go;
    });
    await page.route('**/assets/field-video-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/login');
    await expect(field.poster).toHaveJSProperty('complete', true);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const places = () =>
      page
        .locator('h1, main, footer, footer a')
        .evaluateAll((parts) => parts.map((part) => JSON.stringify(part.getBoundingClientRect())));
    // The app replaces the first view, whose parts then have no size.
    await expect.poll(async () => (await places()).join()).not.toContain('"width":0');
    const before = await places();
    expect(field.asked).toEqual([]);
    release();
    await expect(field.pause).toBeVisible();
    await field.plays();
    expect(await places()).toEqual(before);
  },
);

test('the button stops the video by keyboard, and the device remembers it', async ({ page }) => {
  const field = new Field(page);
  await page.goto('/demand');
  await field.plays();
  await field.pause.focus();
  await page.keyboard.press('Enter');
  await expect(field.play).toBeFocused();
  expect(await field.isPaused()).toBe(true);
  const stopped = await field.time();
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
  expect(await field.time()).toBe(stopped);

  field.asked.length = 0;
  await field.hadItsChance(() => page.goto('/login'));
  await expect(field.play).toBeVisible();
  expect(field.asked, 'what is stopped is not fetched either').toEqual([]);
  await field.play.click();
  await field.plays();
  await page.reload();
  await field.plays();
  await expect(field.pause).toBeVisible();
});

test('the button works where storage is switched off', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Storage is off', 'SecurityError');
      },
    }),
  );
  const field = new Field(page);
  await page.goto('/demand');
  await field.plays();
  await field.pause.click();
  await expect(field.play).toBeVisible();
  expect(await field.isPaused()).toBe(true);
});

test('a hidden tab plays no video', async ({ page }) => {
  const field = new Field(page);
  await page.goto('/demand');
  await field.plays();
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  await expect.poll(() => field.isPaused()).toBe(true);
  await hide(false);
  await field.plays();
});

test('under reduced motion no video is asked for, and one that plays goes away', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const field = new Field(page);
  await staysAPoster(page, field);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await field.plays();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(field.video).toHaveCount(0);
  await expect(field.pause).toHaveCount(0);
});

test('with Save-Data or a slow connection no video is asked for', async ({ page }) => {
  const field = new Field(page);
  for (const connection of [
    { saveData: true, effectiveType: '4g' },
    { saveData: false, effectiveType: 'slow-2g' },
    { saveData: false, effectiveType: '2g' },
    { saveData: false, effectiveType: '3g' },
  ]) {
    await test.step(JSON.stringify(connection), async () => {
      // The script that was added last wins.
      await page.addInitScript((value) => {
        Object.defineProperty(navigator, 'connection', { configurable: true, get: () => value });
      }, connection);
      await staysAPoster(page, field);
    });
  }
});

for (const [codec, missing] of [
  ['av1', []],
  ['h264', ['av1']],
] as const) {
  test(
    `the ${codec} video of the day and of the night plays where no better one does`,
    BOTH_WIDTHS,
    async ({ page }) => {
      for (const other of missing) await page.route(`**/*-${other}-*`, (route) => route.abort());
      const field = new Field(page);
      const [shape, size] = isPhone(page) ? ['narrow', [270, 480]] : ['wide', [640, 360]];
      for (const [time, colorScheme] of [
        ['day', 'light'],
        ['night', 'dark'],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        if (time === 'day') await page.goto('/demand');
        const file = () =>
          field.video.evaluate((video: HTMLVideoElement) => ({
            address: video.currentSrc,
            size: [video.videoWidth, video.videoHeight],
          }));
        const address = expect.stringContaining(`/${time}-${shape}-${codec}-`);
        await expect.poll(file).toEqual({ address, size });
        await field.plays();
        await expect(field.video).toHaveCSS('opacity', '1');
      }
    },
  );
}

test('a video that fails to load is logged once, and the poster stays', async ({ page }) => {
  await page.route(/\.(?:mp4|webm)$/, (route) => route.abort());
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('background video')) logged.push(message.type());
  });
  const field = new Field(page);
  await page.goto('/demand');
  await expect.poll(() => logged).toEqual(['error']);
  await expect(field.video).toHaveCount(0);
  await expect(field.pause).toHaveCount(0);
  await expect(field.poster).toBeVisible();
  expect(field.asked.length).toBeGreaterThan(0);
});

test('a part of the app that fails to load leaves the page as it is', async ({ page }) => {
  await page.route('**/assets/field-video-*.js', (route) => route.abort());
  const failed = page.waitForEvent('console', (message) => message.text().includes('field-video'));
  await page.goto('/demand');
  await failed;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(new Field(page).poster).toBeVisible();
});

test('text on a panel can be read over any picture, in light and in dark', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const contrasts = await page.evaluate(() => {
      const parts = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
      const style = getComputedStyle(document.documentElement);
      const resolved = (name: string) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = style.getPropertyValue(name);
        const colour = parts(getComputedStyle(probe).color);
        probe.remove();
        return colour;
      };
      const light = ([red = 0, green = 0, blue = 0]: number[]) => {
        const linear = [red, green, blue].map((value) => {
          const share = value / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
      };
      const panel = resolved('--panel');
      const opacity = panel[3] ?? 1;
      // The background is between black and white.
      const grounds = [0, 255].map((behind) =>
        light(panel.slice(0, 3).map((value) => value * opacity + behind * (1 - opacity))),
      );
      const least = (name: string) =>
        Math.min(
          ...grounds.map((ground) => {
            const text = light(resolved(name));
            return (Math.max(ground, text) + 0.05) / (Math.min(ground, text) + 0.05);
          }),
        );
      return { text: least('--text'), soft: least('--text-soft'), accent: least('--accent') };
    });
    expect(contrasts.text, colorScheme).toBeGreaterThanOrEqual(7);
    expect(contrasts.soft, colorScheme).toBeGreaterThanOrEqual(4.5);
    expect(contrasts.accent, colorScheme).toBeGreaterThanOrEqual(4.5);
  }
});
