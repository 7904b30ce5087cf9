import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { wordsOf } from '@/shared/speech/words-of';
import {
  ADVICE,
  adviseWith,
  answerCalendar,
  answerNextWindows,
  NO_ADVICE,
  PLAN,
} from '@/testing/advice-answer';
import { COUNTRY } from '@/testing/country';
import {
  button,
  expectAt,
  expectCount,
  expectGone,
  expectText,
  expectTexts,
  expectVisible,
  heading,
  link,
  main,
  notice,
  press,
} from '@/testing/expectations';
import { EMPTY_RECORD } from '@/testing/first-answers';
import { openScreen, testOnBothWidths } from '@/testing/render-screen';
import { problem, reply, server } from '@/testing/server';
import { SOWING } from '@/testing/sowing';
import { sowingsTable } from '@/testing/tables';

const region = (name: string) => page.getByRole('region', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });
const items = (name: string) => region(name).getByRole('listitem');
const first = region('Black gram');
const more = first.getByRole('button', { name: 'More about it black gram' });

const IN_ERODE = {
  place: 'Erode',
  district: { key: 'erode', name: 'Erode', state: 'Tamil Nadu', region: 'IN-TN' },
  place_status: 'resolved' as const,
};

/** The day of the answers. */
function onThirdOfJuly(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-03T06:00:00Z') });
}

describe('what to sow now', () => {
  beforeEach(answerCalendar);

  testOnBothWidths('the screen shows one crop with its reasons, and two others', async () => {
    adviseWith();
    await openScreen('/advice');
    await expectText(heading(1), 'What to sow now');
    await expectText(first.getByRole('heading', { level: 2 }), 'Black gram');
    await expectVisible(first.getByText('Sow until 15 July – 12 days left'));
    const lines = first.getByRole('listitem');
    await expectTexts(lines, [
      'If you can water it once or twice',
      'A usual year leaves ₹18,300 to ₹61,500 a hectare after costs. A poor one loses ₹12,400.',
      'India still needs 23 % of its black gram',
      'Neighbours sow it on 14 of 100 ha',
    ]);
    await first.getByRole('button', { name: 'More about it black gram' }).click();
    await expectTexts(lines, [
      'If you can water it once or twice',
      'A usual year leaves ₹18,300 to ₹61,500 a hectare after costs. A poor one loses ₹12,400.',
      'India still needs 23 % of its black gram',
      'Neighbours sow it on 14 of 100 ha',
      'A full harvest needs 1 to 2 waterings beyond the rain',
      'In 10 years: 6 usual, 2 poor (380 kg a hectare), 2 good. In 2 of 10 years it loses.',
      'Support price ₹8,200 a quintal (kharif marketing season 2026-27). One quintal in 33 in India is bought at it.',
      'Fertiliser for one hectare: Urea 6 kg, DAP 1 bag and 5 kg and MOP (potash) 21 kg',
      'Seed for one hectare: 20 to 25 kg',
      'Harvest in September, when little else comes',
      'If all plans and advice are followed, India has 97 % of what it needs',
      'You know this crop',
    ]);
    await expectText(region('Cotton').getByRole('button'), /^Cotton\s*until 3 July$/);
    const onion = region('Onion');
    await expectText(onion.getByRole('button'), /^Onion\s*until 31 August$/);
    await onion.getByRole('button').click();
    await expectVisible(onion.getByText('No calendar is known for this crop in your state.'));
    await expectVisible(onion.getByText('Harvested earlier'));
    await onion.getByRole('button', { name: 'More about it onion' }).click();
    await expectVisible(onion.getByText('The days are uncertain: few sources give them.'));
    await expectTexts(items('Also sown here now'), ['Paddy37 of 100 ha: India has enough of it']);
    await expectTexts(items('What you can sow later'), [
      'Bengal gramSow from 20 August, in 48 days',
      'MaizeSow from 30 August, in 58 days',
    ]);
  });

  test('the card explains why it is advised, why others see other crops, and when it comes to market', async () => {
    adviseWith();
    await openScreen('/advice');
    await more.click();
    await first.getByRole('button', { name: 'Why this? black gram' }).click();
    await expectVisible(first.getByText('Your district, Erode, all year: 13 of 100 hectares'));
    await expectVisible(first.getByText('It uses 240 to 300 mm of water while it grows.'));
    await expectVisible(first.getByText('34 are shown this first'));
    await expectVisible(first.getByText('If everybody were told the same, there would be too much of it'));
    await expectVisible(first.getByText('Grow promises no income'));
    await expectVisible(first.getByRole('img', { name: /^Bar chart of what comes to market/ }));
    await first.getByRole('button', { name: /^Show as table/ }).click();
    await expectCount(first.getByRole('row'), 37);
  });

  test('a farmer plans a crop with the size of the field, under a key of its own, and drops the plan', async () => {
    const plans: (typeof PLAN)[] = [];
    server.answer('GET /api/v1/me/advice', () => ({ ...ADVICE, intentions: plans }));
    const plan = { ...PLAN, crop: 'blackGram', name: 'BLACK GRAM', field_size_ha: 1.5 };
    server.answer('POST /api/v1/me/intentions', () => {
      plans.push(plan);
      return reply(201, plan);
    });
    server.answer('DELETE /api/v1/me/intentions/{id}', ({ parts }) => {
      expect(parts).toEqual([plan.id]);
      plans.pop();
      return reply(204);
    });
    await openScreen('/advice');
    const planIt = first.getByRole('button', { name: 'I plan to sow this' });
    await planIt.click();
    const form = dialog('Plan to sow black gram');
    await form.getByRole('button', { name: 'I plan this' }).click();
    await expect.element(form.getByRole('alert')).toHaveTextContent('enter a valid field size');
    await expect.element(form.getByLabelText('In your unit')).toHaveFocus();
    await press('Escape');
    await expect.element(planIt).toHaveFocus();

    await planIt.click();
    // A tap on the hectares turns the box to hectares.
    await form.getByRole('button', { name: 'Type in hectares' }).click();
    await expect.element(form.getByLabelText('In hectares')).toHaveFocus();
    await form.getByLabelText('In hectares').fill('1.5');
    await expectVisible(form.getByText('3.71 acres'));
    await expectVisible(form.getByText('Usual harvest from 1.5 ha: 0.68 to 2.1 tonnes.'));
    await form.getByRole('button', { name: 'I plan this' }).click();
    await expectVisible(notice('Your plan is noted.'));
    const [asked] = server.askedFor('POST /api/v1/me/intentions');
    expect(asked?.body).toEqual({ crop: 'blackGram', field_size_ha: 1.5 });
    expect(asked?.headers.get('idempotency-key')).toMatch(/^[\w-]{32,}$/);

    await expectVisible(first.getByText('You plan 1.5 hectares of it.'));
    const own = region('You plan');
    await expectVisible(own.getByText('The plan stands until 31 July: 28 days left.'));
    await own.getByRole('button', { name: 'Drop the plan: black gram' }).click();
    await dialog('Drop this plan?').getByRole('button', { name: 'Drop' }).click();
    await expectVisible(notice('The plan was dropped.'));
    await expectGone(own);
    await expectVisible(planIt);
  });

  test('a plan becomes a sowing, on the day that the farmer says', async () => {
    onThirdOfJuly();
    adviseWith({ intentions: [PLAN] });
    server.answer('POST /api/v1/me/intentions/{id}/sowing', problem(409, 'intention-ended'));
    await openScreen('/advice');
    await button('I have sown it: groundnut').click();
    const form = dialog('You have sown groundnut');
    const day = form.getByLabelText('Sown on');
    const save = form.getByRole('button', { name: 'Save the sowing' });
    await day.fill('2026-07-04');
    await save.click();
    await expectVisible(form.getByText('The day of the sowing is in the future.'));
    await day.fill('2026-07-01');
    await save.click();
    // Were the plan gone from the next answer, its dialog would be gone as well: the sentence is on the screen.
    await expectGone(form);
    await expectVisible(
      page.getByRole('alert').filter({ hasText: 'This plan has ended. Record the sowing under Sow Crop.' }),
    );
    const [told] = server.askedFor('POST /api/v1/me/intentions/{id}/sowing');
    expect(told?.parts).toEqual([PLAN.id]);
    expect(told?.body).toEqual({ sown_on: '2026-07-01', entered_seconds_ago: 0 });
    // A conflict of a plan signs nobody out.
    await expectAt('/advice');
  });

  test('a crop that was sown already opens its form', async () => {
    adviseWith();
    await openScreen('/advice');
    await more.click();
    await first.getByRole('link', { name: 'I have sown it' }).click();
    await expect.element(page.getByLabelText('Crop', { exact: true })).toHaveValue('BLACK GRAM');
  });

  test('the screen says when all crops are full, when none can be sown and what is missing, each with a link', async () => {
    adviseWith({ all_full: true });
    await openScreen('/advice');
    await expectVisible(page.getByText('Everything that suits your land is full'));
    adviseWith({
      advice: [],
      not_shown: [],
      unknown_crops: [
        {
          name: 'wheat',
          share_here: 0.968,
          sow_until: '2026-12-15',
          support_price: { rupees_per_quintal: 2610 },
        },
      ],
      unknown_crops_first: true,
      standing: {
        crop: 'paddy',
        name: 'PADDY',
        season_name: 'samba',
        harvested_by: '2027-02-22',
        next: { crop: 'bengalGram', sow_from: '2026-12-25' },
      },
    });
    await openScreen('/advice');
    await expectVisible(
      page.getByText("None of Grow's sixteen crops is sown on land like yours in these days."),
    );
    await expectVisible(page.getByRole('heading', { name: 'Most here sow wheat now' }));
    await expectVisible(page.getByText('97 of 100 ha, until 15 December. Support price ₹2,610 a quintal.'));
    await expectVisible(page.getByText('If paddy (Samba) stands on your field: next is bengal gram'));
    await expectCount(items('What you can sow next'), 2);
    for (const [missing, name] of [
      ['place-missing', 'Update Your Place'],
      ['consent-missing', 'Download or delete my data'],
      ['land-unknown', 'Crops Description'],
    ] as const) {
      adviseWith({ ...NO_ADVICE, missing });
      await openScreen('/advice');
      await expectVisible(main().getByRole('link', { name }));
    }
  });

  test('a card at rest has six lines and one button, and what was opened stays open on this device', async () => {
    const doubtful = { region: 'IN', confidence: 'low', name: 'kharif' };
    const crops = ADVICE.advice.map((crop) => ({ ...crop, calendar: doubtful }));
    for (const told of [{}, { advice: crops, water: 'rain_only' }]) {
      adviseWith(told);
      await openScreen('/advice');
      await expectVisible(first);
      const lines = first.element().querySelectorAll('h2, p:not(fieldset *), li');
      expect(lines.length).toBeLessThanOrEqual(6);
      expect(first.element().querySelectorAll('button:not(fieldset *)').length).toBe(2);
    }
    const opened = first.getByText('Seed for one hectare: 20 to 25 kg');
    await expectGone(opened);
    await more.click();
    await expectVisible(opened);
    await region('Onion').getByRole('button').click();
    await expectVisible(region('Onion').getByText('I plan to sow this'));
    // A card is read aloud and sent with its name, and without what it asks.
    expect(wordsOf(region('Onion').element())).toMatch(/^Onion\.\n.*\nSow until/s);
    expect(wordsOf(first.element())).toMatch(/^Black gram\.\nSow until/);
    expect(wordsOf(first.element())).not.toContain('Can you water it?');
    await openScreen('/advice');
    await expectVisible(opened);
    await expectVisible(region('Onion').getByText('I plan to sow this'));
    await expect.element(more).toHaveAttribute('aria-expanded', 'true');
    await more.click();
    await openScreen('/advice');
    await expectVisible(first);
    await expectGone(opened);
  });

  test('one question at a time stands on the card, a tap answers it, and the focus goes to the next one', async () => {
    const record = { ...EMPTY_RECORD, ...IN_ERODE };
    const saved: object[] = [];
    let now = record;
    server.answer('GET /api/v1/me/profile', () => now);
    server.answer('PUT /api/v1/me/water', ({ body }) => {
      saved.push({ water: body.water });
      now = { ...now, water: body.water, revision: now.revision + 1 };
      return now;
    });
    server.answer('PUT /api/v1/me/soil', ({ body }) => {
      saved.push({ soil: body.soil });
      now = { ...now, soil: body.soil, revision: now.revision + 1 };
      return now;
    });
    adviseWith();
    await openScreen('/advice');
    const taps = first.getByRole('group');
    await expectText(taps, 'Can you water it?All seasonOnce or twiceRain only');
    await taps.getByRole('button', { name: 'Once or twice' }).click();
    await expectVisible(taps.getByText('What is its soil?'));
    await expectGone(taps.getByText('Can you water it?'));
    await expect.element(taps).toHaveFocus();
    await expectVisible(taps.getByText('Saved.'));
    await taps.getByRole('button', { name: 'Heavy (clay, black)' }).click();
    await expectGone(taps.getByRole('button'));
    await expect.poll(() => saved).toEqual([{ water: 'once_or_twice' }, { soil: 'heavy' }]);
    // What has no answer that is one tap is one line.
    await expectGone(region('Your field'));
    await button('Better advice: 1 of 5 answered').click();
    await expectVisible(region('Your field').getByLabelText('In your unit'));
  });

  test('a tap that is refused says so, and the question stands again', async () => {
    server.answer('GET /api/v1/me/profile', { ...EMPTY_RECORD, ...IN_ERODE });
    server.answer('PUT /api/v1/me/water', problem(422, 'too-many-changes'));
    adviseWith();
    await openScreen('/advice');
    await first.getByRole('button', { name: 'Rain only' }).click();
    await expectVisible(first.getByRole('alert'));
    await expectVisible(first.getByRole('button', { name: 'Rain only' }));
  });

  test('what was sown is one line, which opens', async () => {
    const field = { crop: 'onion', field_size_ha: 0.5, entered: null, harvest_from: '2026-09-02' };
    adviseWith({ sown: [{ ...field, harvest_until: '2026-09-30' }] });
    await openScreen('/advice');
    const line = button(/^You have sown/);
    await expectText(line, /^You have sown\s*onion$/);
    await expectGone(page.getByText('0.5 hectare, harvest from 2 September'));
    await line.click();
    await expectVisible(page.getByText('0.5 hectare, harvest from 2 September'));
  });

  test('a failure shows a message, and Try again loads the advice', async () => {
    server.answer('GET /api/v1/me/advice', reply(422, {}));
    await openScreen('/advice');
    await expectVisible(page.getByRole('alert'));
    adviseWith();
    await button('Try again').click();
    await expectVisible(first);
  });

  test('the dashboard shows the advice in three lines; the footer and an empty list link to it', async () => {
    adviseWith();
    await openScreen('/dashboard');
    const panel = region('What to sow now');
    await expectTexts(panel.getByRole('paragraph'), [
      'What to sow now: Black gram',
      'Sow until 15 July – 12 days left',
      'India still needs 23 % of its black gram',
    ]);
    await panel.getByRole('link', { name: 'See why, and two others' }).click();
    await expectAt('/advice');
    await openScreen('/my-sowing');
    await main().getByRole('link', { name: 'What to sow now' }).click();
    await expectAt('/advice');
    await openScreen('/my-sowing');
    await page.getByRole('contentinfo').getByRole('link', { name: 'What to sow now' }).click();
    await expectAt('/advice');
  });
});

describe('a sowing', () => {
  beforeEach(onThirdOfJuly);

  test('the list shows the harvest of a sowing, which is closed as harvested or failed', async () => {
    let listed: object = SOWING;
    server.answer('GET /api/v1/me/sowings', () => ({ items: [listed] }));
    server.answer('PATCH /api/v1/me/sowings/{id}', ({ parts, body }) => {
      expect(parts).toEqual([SOWING.id]);
      const { outcome, harvested_kg = null } = body;
      listed = { ...SOWING, closed: { outcome, on: '2026-07-03', harvested_kg } };
      return listed;
    });
    const told = () => server.askedFor('PATCH /api/v1/me/sowings/{id}').at(-1)?.body;
    await openScreen('/my-sowing');
    await expectVisible(page.getByText('Harvest from 11 October to 28 October, in 100 days'));
    // The answer names neither the crop nor its yield range: the list of crops does.
    await expect
      .poll(() => sowingsTable.text('GROUNDNUT', 'Yield Range / Hectare (Tones)'))
      .toBe('1.4 - 3.4');
    await button('Harvested: GROUNDNUT').click();
    const early = dialog('Harvested already?');
    await expect
      .element(early)
      .toHaveTextContent(/^Harvested already\?Sown (?:today|\d+ days? ago)\. The harvest of this crop/);
    await early.getByRole('button', { name: 'Yes, it is harvested' }).click();
    const form = dialog('You have harvested groundnut');
    const amount = form.getByLabelText('How much did you harvest?');
    const save = form.getByRole('button', { name: 'Save the harvest' });
    await amount.fill('12751');
    await save.click();
    await expectVisible(form.getByText('more than 12,750 kg is not possible on this field'));
    await amount.fill('2100');
    await save.click();
    await expectVisible(page.getByText('Harvested, noted on 3 Jul 2026: 2,100 kg.'));
    expect(told()).toEqual({ outcome: 'harvested', harvested_kg: 2100 });
    await expectGone(page.getByRole('button', { name: /GROUNDNUT/ }));

    listed = SOWING;
    await openScreen('/my-sowing');
    await button('Failed: GROUNDNUT').click();
    await button('Yes, it failed').click();
    await expectVisible(page.getByText('Failed, noted on 3 Jul 2026. It no longer counts as supply.'));
    expect(told()).toEqual({ outcome: 'failed' });
  });

  test('a sowing has a day, and a question where it exceeds the land', async () => {
    server.answer('GET /api/v1/me/sowings', { items: [SOWING] });
    server.answer('POST /api/v1/me/sowings', reply(201, SOWING));
    const sown = () => server.askedFor('POST /api/v1/me/sowings').map(({ body }) => body);
    await openScreen('/add');
    await page.getByLabelText('Crop', { exact: true }).selectOptions('MAIZE');
    await page.getByLabelText('Field Size').fill('9');
    await expect.element(page.getByLabelText('Sown on')).toHaveValue('2026-07-03');
    await page.getByLabelText('Sown on').fill('2026-06-30');
    const save = button('Add Crop Details');
    await save.click();
    const question = dialog('Is the land right?');
    await expect.element(question).toHaveTextContent('your crops stand on 10.25 hectares');
    await question.getByRole('button', { name: 'Change it' }).click();
    await expectGone(question);
    expect(sown()).toEqual([]);
    await save.click();
    await question.getByRole('button', { name: 'Yes, save it' }).click();
    await expectVisible(notice('added successfully'));
    const entered_seconds_ago = 0;
    expect(sown()).toEqual([{ crop: 'maize', field_size_ha: 9, sown_on: '2026-06-30', entered_seconds_ago }]);
  });

  test('a sowing of a crop in surplus offers a comparison before saving, and can be saved', async () => {
    adviseWith();
    const surplus = { need_tonnes: -12, is_beyond_error: true };
    const crops = COUNTRY.crops.map((row) => (row.crop === 'paddy' ? { ...row, ...surplus } : row));
    server.answer('GET /api/v1/demand', { ...COUNTRY, crops });
    await openScreen('/add');
    const crop = page.getByLabelText('Crop', { exact: true });
    await crop.selectOptions('MAIZE');
    await expectGone(page.getByText('More of this is on the way than is wanted.'));
    await crop.selectOptions('PADDY');
    await expectVisible(page.getByText('More of this is on the way than is wanted.'));
    await expect.element(button('Add Crop Details')).toBeEnabled();
    await link('Compare with black gram and onion').click();
    await expectAt('/advice');
  });
});

testOnBothWidths(
  'a guest sees which open needs can be met now and which later, with their windows',
  async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-03T06:00:00Z') });
    answerNextWindows();
    await openScreen('/demand', { user: null });
    const open = COUNTRY.crops.filter((row) => row.is_beyond_error && row.need_tonnes > 0);
    expect(open.length).toBeGreaterThan(1);
    const panel = region('What the country still needs');
    const needs = items('What the country still needs');
    const others = open.filter(({ crop }) => crop !== 'blackGram');
    // What can be sown today stands first, and each part in the order of the crops.
    await expectTexts(needs, [/^BLACK GRAM/, ...others.map(({ name }) => new RegExp(`^${name}`))]);
    await expectTexts(panel.getByRole('heading', { level: 3 }), ['Now', 'Later']);
    const blackGram = needs.filter({ hasText: 'BLACK GRAM' });
    await expect.element(blackGram).toHaveTextContent('% is open');
    await expect.element(blackGram).toHaveTextContent('Kharif: Open now, until 15 July – 12 days left');
    await expectGone(page.getByRole('contentinfo').getByRole('link', { name: 'What to sow now' }));
    await region('What the country still needs')
      .getByRole('link', { name: 'What to sow on my land' })
      .click();
    await expectAt('/login');
  },
);
