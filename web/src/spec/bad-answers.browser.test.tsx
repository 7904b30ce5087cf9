import { expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import {
  button,
  expectAt,
  expectGone,
  expectRed,
  expectText,
  expectVisible,
  main,
  textsOf,
} from '@/testing/expectations';
import { EMPTY_RECORD } from '@/testing/first-answers';
import { npkForm, placeForm, profileForm } from '@/testing/forms';
import { openScreen } from '@/testing/render-screen';
import { type Operation, problem, reply, server } from '@/testing/server';
import { demandTable } from '@/testing/tables';

/** A faulty answer; `shared/api/faulty-answers.test.ts` has the full table. */
const OTHER_SHAPE = { crops: [{ crop: 'paddy' }], items: 'many', summary: null };
const UNREADABLE =
  "The server's answer could not be read. If your network asks you to sign in, do that first, then try again.";

interface Screen {
  path: string;
  operation: Operation;
  /** The message of the screen. */
  error: string;
  /** Content of the screen after a successful read. */
  shown: Locator;
}

const fetching = `Error fetching data: ${UNREADABLE}`;
const label = (text: string) => page.getByLabelText(text, { exact: true });
const RECORD = 'GET /api/v1/me/profile';
const CROPS = 'GET /api/v1/crops';

const SCREENS: readonly Screen[] = [
  {
    path: '/demand',
    operation: 'GET /api/v1/demand',
    error: fetching,
    shown: demandTable.row('PADDY'),
  },
  {
    path: '/rec-known',
    operation: 'GET /api/v1/me/recommendations/known-crops',
    error: fetching,
    shown: page.getByText('Mark the crops you know how to grow'),
  },
  {
    path: '/rec-sc',
    operation: 'GET /api/v1/me/recommendations/soil-climate',
    error: fetching,
    shown: page.getByText(/^Your place is missing\./),
  },
  {
    path: '/my-sowing',
    operation: 'GET /api/v1/me/sowings',
    error: 'Error fetching sowing data.',
    shown: page.getByText('No sowing data available.'),
  },
  {
    path: '/profile',
    operation: RECORD,
    error: UNREADABLE,
    shown: page.getByText('N, P, K (kg per hectare)'),
  },
  { path: '/ftl', operation: RECORD, error: UNREADABLE, shown: label('Number') },
  { path: '/npk', operation: RECORD, error: UNREADABLE, shown: label('Nitrogen (N)') },
  { path: '/place', operation: RECORD, error: UNREADABLE, shown: label('Place') },
  { path: '/manage-crops', operation: RECORD, error: UNREADABLE, shown: page.getByText('Groundnut') },
  { path: '/add', operation: CROPS, error: UNREADABLE, shown: label('Field Size') },
  { path: '/crop-list', operation: CROPS, error: UNREADABLE, shown: page.getByText('Groundnut') },
];

for (const { path, operation, error, shown } of SCREENS) {
  test(`${path}: a loading spinner, then what went wrong in red, and Try again mends it`, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    let isBad = true;
    const good = server.answerNow(operation);
    server.answer(operation, () => (isBad ? OTHER_SHAPE : good));
    const letGo = server.holdBack(operation);
    await openScreen(path);
    const spinner = main().getByRole('status').filter({ hasText: 'Loading...' });
    await expectVisible(spinner.first());

    letGo();
    const alert = page.getByRole('alert');
    await expect
      .poll(async () => {
        // A failed read is retried twice, with growing delays.
        await vi.advanceTimersByTimeAsync(3_000);
        return textsOf(alert);
      })
      .toEqual([error]);
    await expectRed(alert);
    isBad = false;
    await button('Try again').click();
    await expectVisible(shown.first());
    await expectGone(alert);
  });
}

test('/dashboard: each table is in a loading, error or data state of its own', async () => {
  const answer = server.holdBack('GET /api/v1/me/recommendations/soil-climate');
  server.answer('GET /api/v1/me/recommendations/known-crops', reply(404));
  await openScreen('/dashboard');
  const known = page.getByRole('region', { name: 'Recommended Crops Based on Known Crops' });
  const soil = page.getByRole('region', { name: 'Recommended Crops Based on Soil and Climate' });
  await expectText(soil.getByRole('status'), 'Loading...');
  await expect.element(known.getByRole('alert')).toHaveTextContent('Error fetching data: ');
  answer();
  await expectVisible(soil.getByText(/^Your place is missing\./));
  await expectVisible(known.getByRole('alert'));
});

test('A save that fails is said in red, the input stays, and the button can be pressed again', async () => {
  for (const [path, operation, form, input, value] of [
    ['/npk', 'PUT /api/v1/me/npk', npkForm, npkForm.nitrogen, '40'],
    ['/place', 'PUT /api/v1/me/place', placeForm, placeForm.place, 'Erode'],
    ['/ftl', 'PUT /api/v1/me/profile', profileForm, profileForm.number, '98765 43210'],
  ] as const) {
    let isRefused = true;
    server.answer(operation, () => (isRefused ? problem(422, 'too-many-changes') : EMPTY_RECORD));
    await openScreen(path);
    await input.fill(value);
    if (form === profileForm) await profileForm.place.fill('Erode');
    await form.submit.click();
    await expectText(form.alert, /^You have changed your record as often as one farmer can in a crop year\./);
    await expectRed(form.alert);
    await expect.element(form.submit).toBeEnabled();
    await expect.element(input).toHaveValue(path === '/npk' ? Number(value) : value);
    isRefused = false;
    await form.submit.click();
    await expectVisible(form.saved);
    await expect.poll(() => location.pathname).not.toBe(path);
  }
});

test('A failed look at who is signed in signs nobody out', async () => {
  await openScreen('/npk');
  await expectVisible(npkForm.nitrogen);
  server.answer('GET /api/v1/session', reply(404));
  dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => server.askedFor('GET /api/v1/session').length).toBeGreaterThan(0);
  await expectVisible(npkForm.nitrogen);
  await expectAt('/npk');
});
