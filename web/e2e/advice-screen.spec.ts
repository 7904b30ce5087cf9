import type { Page, Request } from '@playwright/test';
import type { DemandRow } from '../src/shared/api/shapes';
import {
  ADVICE,
  adviseWith,
  answerCalendar,
  answerNextWindows,
  HARVEST,
  NO_ADVICE,
  PLAN,
} from './advice-answer';
import { expect, test } from './grow-test';
import { sowingsTable } from './pages/crop-table';
import { BOTH_WIDTHS } from './tags';

const first = (page: Page) => page.getByRole('region', { name: 'Black gram' });

test.describe('what to sow now', () => {
  test.beforeEach(async ({ signedIn: page }) => {
    await answerCalendar(page);
  });

  test('is one crop with its reasons, and two others', BOTH_WIDTHS, async ({ signedIn: page }) => {
    await adviseWith(page);
    await page.goto('/advice');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('What to sow now');
    await expect(first(page).getByRole('heading', { level: 2 })).toHaveText('Black gram');
    await expect(first(page).getByText('Sow until 15 July – 12 days left')).toBeVisible();
    await expect(first(page).getByRole('listitem')).toHaveText([
      'A usual year leaves ₹18,300 to ₹61,500 a hectare after costs. A poor one loses ₹12,400.Support price ₹8,200 a quintal (kharif marketing season 2026-27)',
      'A full harvest needs 1 to 2 waterings beyond the rain',
      'Fertiliser for one hectare: Urea 6 kg, DAP 1 bag and 5 kg and MOP (potash) 21 kg',
      'Seed for one hectare: 20 to 25 kg',
      'Harvest in September, when little else comes',
      "Here 14 of 100 ha of this season's land grow it",
      'India still needs 23 % of its black gramIf all plans and advice are followed, India has 97 % of what it needs',
      'You know this crop',
    ]);
    await expect(first(page).getByText('If you can water it once or twice')).toBeVisible();
    const onion = page.getByRole('region', { name: 'Onion' });
    await expect(onion.getByText('No calendar is known for this crop in your state.')).toBeVisible();
    await expect(onion.getByText('The days are uncertain: few sources give them.')).toBeVisible();
    await expect(onion.getByText('Harvested earlier')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Cotton' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Also sown here now' }).getByRole('listitem')).toHaveText([
      'Paddy37 of 100 ha: India has enough of it',
    ]);
    await expect(
      page.getByRole('region', { name: 'What you can sow later' }).getByRole('listitem'),
    ).toHaveText(['Bengal gramSow from 20 August, in 48 days', 'MaizeSow from 30 August, in 58 days']);
  });

  test('why, why others are shown other crops, and when it comes to market', async ({ signedIn: page }) => {
    await adviseWith(page);
    await page.goto('/advice');
    await first(page).getByRole('button', { name: 'Why this? black gram' }).click();
    await expect(first(page).getByText('Your district, Erode, all year: 13 of 100 hectares')).toBeVisible();
    await expect(first(page).getByText('It uses 240 to 300 mm of water while it grows.')).toBeVisible();
    await expect(first(page).getByText('34 are shown this first')).toBeVisible();
    await expect(
      first(page).getByText('If everybody were told the same, there would be too much of it'),
    ).toBeVisible();
    await expect(first(page).getByText('Grow promises no income')).toBeVisible();
    await expect(first(page).getByRole('img', { name: /^Bar chart of what comes to market/ })).toBeVisible();
    await first(page)
      .getByRole('button', { name: /^Show as table/ })
      .click();
    await expect(first(page).getByRole('row')).toHaveCount(37);
  });

  test('planned with the size of the field, under a key of its own, and dropped again', async ({
    signedIn: page,
  }) => {
    const plans: (typeof PLAN)[] = [];
    await page.route('**/api/v1/me/advice', (route) =>
      route.fulfill({ json: { ...ADVICE, intentions: plans } }),
    );
    const plan = { ...PLAN, crop: 'blackGram', name: 'BLACK GRAM', field_size_ha: 1.5 };
    let asked: Request | undefined;
    await page.route('**/api/v1/me/intentions', async (route) => {
      asked = route.request();
      plans.push(plan);
      await route.fulfill({ status: 201, json: plan });
    });
    await page.route(`**/api/v1/me/intentions/${plan.id}`, async (route) => {
      plans.pop();
      await route.fulfill({ status: 204 });
    });
    await page.goto('/advice');
    const button = first(page).getByRole('button', { name: 'I plan to sow this' });
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Plan to sow black gram' });
    await dialog.getByRole('button', { name: 'I plan this' }).click();
    await expect(dialog.getByRole('alert')).toContainText('enter a valid field size');
    await expect(dialog.getByLabel('Field Size')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();

    await button.click();
    await dialog.getByLabel('Field Size').fill('1.5');
    await expect(dialog.getByText('Usual harvest from 1.5 ha: 0.68 to 2.1 tonnes.')).toBeVisible();
    await dialog.getByRole('button', { name: 'I plan this' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Your plan is noted.' })).toBeVisible();
    expect(asked?.postDataJSON()).toEqual({ crop: 'blackGram', field_size_ha: 1.5 });
    expect(asked?.headers()['idempotency-key']).toMatch(/^[\w-]{32,}$/);

    await expect(first(page).getByText('You plan 1.5 hectares of it.')).toBeVisible();
    const own = page.getByRole('region', { name: 'You plan' });
    await expect(own.getByText('The plan stands until 31 July: 28 days left.')).toBeVisible();
    await own.getByRole('button', { name: 'Drop the plan: black gram' }).click();
    await page.getByRole('dialog', { name: 'Drop this plan?' }).getByRole('button', { name: 'Drop' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'The plan was dropped.' })).toBeVisible();
    await expect(own).toBeHidden();
    await expect(first(page).getByRole('button', { name: 'I plan to sow this' })).toBeVisible();
  });

  test('a plan becomes a sowing, on the day that the farmer says', async ({ signedIn: page }) => {
    await page.clock.setFixedTime('2026-07-03T06:00:00Z');
    await adviseWith(page, { intentions: [PLAN] });
    let told: unknown;
    await page.route(`**/api/v1/me/intentions/${PLAN.id}/sowing`, async (route) => {
      told = route.request().postDataJSON();
      await route.fulfill({
        status: 409,
        json: { type: 'intention-ended', title: '', status: 409, detail: '' },
      });
    });
    await page.goto('/advice');
    await page.getByRole('button', { name: 'I have sown it: groundnut' }).click();
    const dialog = page.getByRole('dialog', { name: 'You have sown groundnut' });
    await dialog.getByLabel('Sown on').fill('2026-07-04');
    await dialog.getByRole('button', { name: 'Save the sowing' }).click();
    await expect(dialog.getByText('The day of the sowing is in the future.')).toBeVisible();
    await dialog.getByLabel('Sown on').fill('2026-07-01');
    await dialog.getByRole('button', { name: 'Save the sowing' }).click();
    // Were the plan gone from the next answer, its dialog would be gone as well: the sentence is on the screen.
    await expect(dialog).toBeHidden();
    await expect(
      page.getByRole('alert').filter({ hasText: 'This plan has ended. Record the sowing under Sow Crop.' }),
    ).toBeVisible();
    expect(told).toEqual({ sown_on: '2026-07-01' });
    // A conflict of a plan signs nobody out.
    await expect(page).toHaveURL('/advice');
  });

  test('a crop that was sown already opens its form', async ({ signedIn: page }) => {
    await adviseWith(page);
    await page.goto('/advice');
    await first(page).getByRole('link', { name: 'I have sown it' }).click();
    await expect(page.getByLabel('Crop', { exact: true })).toHaveValue('BLACK GRAM');
  });

  test('everything full, nothing now and what is missing are said, each with a way on', async ({
    signedIn: page,
  }) => {
    await adviseWith(page, { all_full: true });
    await page.goto('/advice');
    await expect(page.getByText('Everything that suits your land is full')).toBeVisible();
    await adviseWith(page, {
      advice: [],
      not_shown: [],
      unknown_crops: [{ name: 'wheat' }],
      standing: {
        crop: 'paddy',
        name: 'PADDY',
        season_name: 'samba',
        harvested_by: '2027-02-22',
        next: { crop: 'bengalGram', sow_from: '2026-12-25' },
      },
    });
    await page.goto('/advice');
    await expect(page.getByText('Nothing that suits your land can be sown in these days.')).toBeVisible();
    await expect(
      page.getByText('In these weeks your state sows wheat, which Grow does not know yet.'),
    ).toBeVisible();
    await expect(page.getByText('If paddy (Samba) stands on your field: next is bengal gram')).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'What you can sow next' }).getByRole('listitem'),
    ).toHaveCount(2);
    for (const [missing, name] of [
      ['place-missing', 'Update Your Place'],
      ['consent-missing', 'Download or delete my data'],
      ['land-unknown', 'Crops Description'],
    ] as const) {
      await adviseWith(page, { ...NO_ADVICE, missing });
      await page.goto('/advice');
      await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible();
    }
  });

  test('a failure is told, and tried again', async ({ signedIn: page }) => {
    await page.route('**/api/v1/me/advice', (route) => route.fulfill({ status: 422, body: '{}' }));
    await page.goto('/advice');
    await expect(page.getByRole('alert')).toBeVisible();
    await adviseWith(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(first(page)).toBeVisible();
  });

  test('the dashboard tells it in three lines, and so do the footer and an empty list', async ({
    signedIn: page,
  }) => {
    await adviseWith(page);
    await page.goto('/dashboard');
    const panel = page.getByRole('region', { name: 'What to sow now' });
    await expect(panel.getByRole('paragraph')).toHaveText([
      'What to sow now: Black gram',
      'Sow until 15 July – 12 days left',
      'India still needs 23 % of its black gram',
    ]);
    await panel.getByRole('link', { name: 'See why, and two others' }).click();
    await expect(page).toHaveURL('/advice');
    await page.goto('/my-sowing');
    await page.getByRole('main').getByRole('link', { name: 'What to sow now' }).click();
    await expect(page).toHaveURL('/advice');
    await page.getByRole('contentinfo').getByRole('link', { name: 'What to sow now' }).click();
    await expect(page).toHaveURL('/advice');
  });
});

test.describe('a sowing', () => {
  const sowing = {
    id: '0197c000-0000-7000-8000-000000000002',
    crop: 'groundnut',
    field_size_ha: 1.25,
    expected_yield_kg: 3000,
    sown_at: '2026-06-28T04:00:00Z',
    days_since_sowing: 5,
    is_counted: true,
    ...HARVEST,
  };

  test.beforeEach(async ({ signedIn: page }) => {
    await page.clock.setFixedTime('2026-07-03T06:00:00Z');
  });

  test('tells its harvest, and is closed as harvested or failed', async ({ signedIn: page }) => {
    let listed: object = sowing;
    let told: unknown;
    await page.route('**/api/v1/me/sowings', (route) => route.fulfill({ json: { items: [listed] } }));
    await page.route(`**/api/v1/me/sowings/${sowing.id}`, async (route) => {
      told = route.request().postDataJSON();
      expect(route.request().method()).toBe('PATCH');
      const { outcome, harvested_kg = null } = route.request().postDataJSON();
      listed = { ...sowing, closed: { outcome, on: '2026-07-03', harvested_kg } };
      await route.fulfill({ json: listed });
    });
    await page.goto('/my-sowing');
    await expect(page.getByText('Harvest from 11 October to 28 October, in 100 days')).toBeVisible();
    // The answer names neither the crop nor its yield range: the list of crops does.
    const range = await sowingsTable(page).cell('GROUNDNUT', 'Yield Range / Hectare (Tones)');
    await expect(range).toHaveText('1.4 - 3.4');
    await page.getByRole('button', { name: 'Harvested: GROUNDNUT' }).click();
    const early = page.getByRole('dialog', { name: 'Harvested already?' });
    await expect(early).toContainText(
      /^Harvested already\?Sown (?:today|\d+ days? ago)\. The harvest of this crop/,
    );
    await early.getByRole('button', { name: 'Yes, it is harvested' }).click();
    const dialog = page.getByRole('dialog', { name: 'You have harvested groundnut' });
    await dialog.getByLabel('How much did you harvest?').fill('12751');
    await dialog.getByRole('button', { name: 'Save the harvest' }).click();
    await expect(dialog.getByText('more than 12,750 kg is not possible on this field')).toBeVisible();
    await dialog.getByLabel('How much did you harvest?').fill('2100');
    await dialog.getByRole('button', { name: 'Save the harvest' }).click();
    await expect(page.getByText('Harvested, noted on 3 Jul 2026: 2,100 kg.')).toBeVisible();
    expect(told).toEqual({ outcome: 'harvested', harvested_kg: 2100 });
    await expect(page.getByRole('button', { name: /GROUNDNUT/ })).toHaveCount(0);

    listed = sowing;
    await page.reload();
    await page.getByRole('button', { name: 'Failed: GROUNDNUT' }).click();
    await page.getByRole('button', { name: 'Yes, it failed' }).click();
    await expect(page.getByText('Failed, noted on 3 Jul 2026. It no longer counts as supply.')).toBeVisible();
    expect(told).toEqual({ outcome: 'failed' });
  });

  test('has a day, and a question where it passes the land', async ({ signedIn: page }) => {
    const sown: unknown[] = [];
    await page.route('**/api/v1/me/sowings', async (route) => {
      if (route.request().method() === 'GET') return route.fulfill({ json: { items: [sowing] } });
      sown.push(route.request().postDataJSON());
      return route.fulfill({ status: 201, json: sowing });
    });
    await page.goto('/add');
    await page.getByLabel('Crop', { exact: true }).selectOption('MAIZE');
    await page.getByLabel('Field Size').fill('9');
    await expect(page.getByLabel('Sown on')).toHaveValue('2026-07-03');
    await page.getByLabel('Sown on').fill('2026-06-30');
    const save = page.getByRole('button', { name: 'Add Crop Details' });
    await save.click();
    const question = page.getByRole('dialog', { name: 'Is the land right?' });
    await expect(question).toContainText('your crops stand on 10.25 hectares');
    await question.getByRole('button', { name: 'Change it' }).click();
    await expect(question).toBeHidden();
    expect(sown).toEqual([]);
    await save.click();
    await question.getByRole('button', { name: 'Yes, save it' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'added successfully' })).toBeVisible();
    expect(sown).toEqual([{ crop: 'maize', field_size_ha: 9, sown_on: '2026-06-30' }]);
  });

  test('of a crop in surplus is compared before saving, and not hindered', async ({ signedIn: page }) => {
    await adviseWith(page);
    await page.route('**/api/v1/demand', async (route) => {
      const answer = await route.fetch();
      const overview = await answer.json();
      for (const row of overview.crops)
        if (row.crop === 'paddy') Object.assign(row, { need_tonnes: -12, is_beyond_error: true });
      await route.fulfill({ json: overview });
    });
    await page.goto('/add');
    await page.getByLabel('Crop', { exact: true }).selectOption('MAIZE');
    await expect(page.getByText('More of this is on the way than is wanted.')).toBeHidden();
    await page.getByLabel('Crop', { exact: true }).selectOption('PADDY');
    await expect(page.getByText('More of this is on the way than is wanted.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add Crop Details' })).toBeEnabled();
    await page.getByRole('link', { name: 'Compare with black gram and onion' }).click();
    await expect(page).toHaveURL('/advice');
  });
});

test(
  'a guest sees the open needs in the order of the crops, with their windows',
  BOTH_WIDTHS,
  async ({ page }) => {
    await answerNextWindows(page);
    await page.goto('/demand');
    const needs = page.getByRole('region', { name: 'What the country still needs' });
    const { crops } = await (await page.request.get('/api/v1/demand')).json();
    const open = crops.filter((row: DemandRow) => row.is_beyond_error && row.need_tonnes > 0);
    expect(open.length).toBeGreaterThan(1);
    await expect(needs.getByRole('listitem')).toHaveText(
      open.map(({ name }: DemandRow) => new RegExp(`^${name}`)),
    );
    const blackGram = needs.getByRole('listitem').filter({ hasText: 'BLACK GRAM' });
    await expect(blackGram).toContainText('% is open');
    await expect(blackGram).toContainText('Kharif: Open now, until 15 July – 12 days left');
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'What to sow now' })).toHaveCount(0);
    await needs.getByRole('link', { name: 'What to sow on my land' }).click();
    await expect(page).toHaveURL('/login');
  },
);
