import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { foregroundKeys, outbox } from '@/outbox/queue/browser-outbox';
import type { Write } from '@/outbox/queue/writes';
import { database } from '@/shared/storage/database';
import { ADVICE, PLAN } from '@/testing/advice-answer';
import { expectCount, expectGone, expectVisible, notice } from '@/testing/expectations';
import { EMPTY_RECORD, FARMER } from '@/testing/first-answers';
import { sowForm } from '@/testing/forms';
import { closeScreen, openScreen } from '@/testing/render-screen';
import { LOST, problem, server } from '@/testing/server';
import { SOWING } from '@/testing/sowing';

const BUSY = problem(503, 'overloaded');
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const unsent = page.getByRole('region', { name: 'Not sent yet' }).getByRole('listitem');

const enter = async () => {
  await sowForm.crop.selectOptions('MAIZE');
  await sowForm.fieldSize.fill('2');
};
/** What a page that is loaded anew has: no form waits for anything. */
const reload = async (path: string) => {
  closeScreen();
  foregroundKeys.clear();
  await openScreen(path);
};
const walkTo = async (path: string) => {
  history.pushState(null, '', path);
  await expect.poll(() => location.pathname).toBe(path);
};
const looksAgain = () => window.dispatchEvent(new Event('focus'));
const keep = (key: string, write: Write) => outbox.save(FARMER.id, `key-of-${key}`, write);

test('a form that is loaded anew while its write is sent is empty, and shows it as waiting', async () => {
  const letGo = server.holdBack('POST /api/v1/me/sowings');
  await openScreen('/add');
  await enter();
  await sowForm.submit.click();
  await expect.poll(() => server.askedFor('POST /api/v1/me/sowings')).toHaveLength(1);
  await reload('/add');
  await expect.element(unsent).toHaveTextContent('Sowing of MAIZE, 2 hectares');
  await expect.element(sowForm.crop).toHaveValue('');
  letGo();
});

test('what is refused stays in its form, and is entered again after a reload', async () => {
  server.answer('POST /api/v1/me/sowings', problem(422, 'land'));
  await openScreen('/add');
  await enter();
  await sowForm.submit.click();
  await expect.element(sowForm.crop).toHaveValue('maize');
  await expect.poll(() => sessionStorage.getItem('grow-draft')).toContain('maize');
});

test('a form that is loaded anew while it asks for the agreement is empty, and what was saved waits for it', async () => {
  server.answer('GET /api/v1/me/consent', { is_given: false, last: null });
  server.answer('GET /api/v1/privacy-notice', LOST);
  await openScreen('/add');
  await enter();
  await sowForm.submit.click();
  await expectVisible(page.getByRole('dialog'));
  await reload('/add');
  await expect.element(unsent).toHaveTextContent('It waits for your yes');
  await expect.element(sowForm.crop).toHaveValue('');
});

test('a tapped crop stays tapped when the record is read before the tap is sent', async () => {
  server.answer('PUT /api/v1/me/known-crops/{crop}', BUSY);
  server.answer('GET /api/v1/me/profile', { ...EMPTY_RECORD, revision: 1 });
  await openScreen('/manage-crops');
  const maize = page.getByRole('button', { name: /Maize/i });
  await maize.click();
  await expect.element(maize).toHaveAttribute('aria-pressed', 'true');
  const reads = () => server.askedFor('GET /api/v1/me/profile').length;
  const before = reads();
  await reload('/manage-crops');
  await expect.poll(reads).toBeGreaterThan(before);
  looksAgain();
  await expect.element(maize).toHaveAttribute('aria-pressed', 'true');
});

test('a sowing whose withdrawal waits offers nothing more, and the list names its crop', async () => {
  server.answer('GET /api/v1/me/sowings', { items: [SOWING], next_cursor: null });
  server.answer('DELETE /api/v1/me/sowings/{id}', BUSY);
  await openScreen('/my-sowing');
  await button('Withdraw GROUNDNUT').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expectVisible(page.getByText('GROUNDNUT: the sowing is withdrawn. Not sent yet.'));
  await expectGone(button('Withdraw GROUNDNUT'));
  await expectGone(button('Failed: GROUNDNUT'));
  await expect.element(unsent).toHaveTextContent('GROUNDNUT: the sowing is withdrawn');
});

test('an entry of a newer version is listed with its words, and the next one leaves', async () => {
  server.answer('POST /api/v1/me/sowings', SOWING);
  await keep('newer', { kind: 'irrigate', body: {} } as unknown as Write);
  await keep('broken', { kind: 'close', body: {} } as Write);
  await keep('maize', { kind: 'sow', body: { crop: 'maize', field_size_ha: 2 } });
  await openScreen('/my-sowing');
  await expect.poll(() => server.askedFor('POST /api/v1/me/sowings')).toHaveLength(1);
  await expect.poll(() => unsent.elements().length).toBe(2);
  await expect.element(unsent.first()).toHaveTextContent('This needs a newer Grow.');
});

test.each([
  ['/npk', 'npk', { n: 5, p: 0, k: 0 }, 'Soil test (N, P, K): 5, not tested, not tested'],
  ['/place', 'place', { place: 'Erode' }, 'Place: Erode'],
  ['/ftl', 'profile', { number: '+919876543210', place: 'Erode' }, 'Number and place: +919876543210, Erode'],
] as const)('%s shows after a reload that a change waits', async (path, kind, body, said) => {
  for (const operation of ['PUT /api/v1/me/npk', 'PUT /api/v1/me/place', 'PUT /api/v1/me/profile'] as const)
    server.answer(operation, BUSY);
  await keep(kind, { kind, body, revision: 1, seen: '' } as Write);
  await openScreen(path);
  await expect.element(unsent).toHaveTextContent(said);
});

test('what an earlier release could not read is sent, or listed as one of a newer Grow', async () => {
  server.answer('POST /api/v1/me/sowings', SOWING);
  const kept = await database();
  const of = (order: number, write: object) => ({
    order,
    key: `key-of-${order}`,
    farmer: FARMER.id,
    at: Date.now(),
    write,
    tried: false,
    state: { name: 'waiting' },
  });
  await kept.add('unread', of(1, { kind: 'sow', body: { crop: 'maize', field_size_ha: 2 } }));
  await kept.add('unread', of(2, { kind: 'irrigate', body: {} }));
  kept.close();
  await openScreen('/my-sowing');
  await expect.poll(() => server.askedFor('POST /api/v1/me/sowings')).toHaveLength(1);
  await expectCount(unsent, 1);
  await expect.element(unsent).toHaveTextContent('This needs a newer Grow.');
  expect(await (await database()).count('unread')).toBe(0);
});

test('a server that asks to wait for a day is asked at once by the button', async () => {
  server.answer('POST /api/v1/me/sowings', BUSY);
  await keep('maize', { kind: 'sow', body: { crop: 'maize', field_size_ha: 2 } });
  await openScreen('/my-sowing');
  await expect.poll(() => server.askedFor('POST /api/v1/me/sowings')).toHaveLength(1);
  server.answer('POST /api/v1/me/sowings', SOWING);
  await button('Send now').click();
  await expectGone(unsent);
});

test('a sowing of a wrong clock asks for its day, and is sent with it', async () => {
  server.answer('POST /api/v1/me/sowings', ({ body }) =>
    body.sown_on ? SOWING : problem(422, 'wrong-clock'),
  );
  await keep('maize', { kind: 'sow', body: { crop: 'maize', field_size_ha: 2 } });
  await openScreen('/my-sowing');
  await expect.element(unsent).toHaveTextContent('On which day did you sow?');
  await button('Save the day').click();
  await expectGone(unsent);
  expect(server.askedFor('POST /api/v1/me/sowings').at(-1)?.body.sown_on).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('a sowing of which no time is known is listed without a day', async () => {
  server.answer('POST /api/v1/me/sowings', BUSY);
  await keep('maize', { kind: 'sow', body: { crop: 'maize', field_size_ha: 2 } });
  const kept = await database();
  const [entry] = await kept.getAll('writes');
  await kept.put('writes', Object.assign({}, entry, { at: 0, steady: undefined }));
  kept.close();
  await openScreen('/my-sowing');
  await expect.element(unsent).toHaveTextContent(/^Sowing of MAIZE, 2 hectaresTake back$/);
});

test('a tap that cannot be sent is told', async () => {
  server.answer('PUT /api/v1/me/known-crops/{crop}', BUSY);
  await openScreen('/manage-crops');
  await page.getByRole('button', { name: /Maize/i }).click();
  await expectVisible(notice('Kept on this phone, not sent yet.'));
});

test('a plan that is dropped where nothing can be sent stays dropped, whatever is read', async () => {
  server.answer('GET /api/v1/me/advice', { ...ADVICE, intentions: [PLAN] });
  server.answer('DELETE /api/v1/me/intentions/{id}', BUSY);
  await openScreen('/advice');
  await button('Drop the plan: groundnut').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Drop' }).click();
  const dropped = page.getByText('GROUNDNUT: the plan is dropped. Not sent yet.');
  await expectVisible(dropped);
  const reads = () => server.askedFor('GET /api/v1/me/advice').length;
  const before = reads();
  await reload('/advice');
  await expect.poll(reads).toBeGreaterThan(before);
  await expectVisible(dropped);
  await expectGone(button('I have sown it: groundnut'));
});

test('a plan that has ended meanwhile is changed into a sowing of its crop and day', async () => {
  server.answer('GET /api/v1/me/advice', { ...ADVICE, intentions: [PLAN] });
  server.answer('POST /api/v1/me/intentions/{id}/sowing', problem(409, 'intention-ended'));
  server.answer('POST /api/v1/me/sowings', SOWING);
  await keep('plan', { kind: 'sow-plan', body: { plan: { id: PLAN.id }, sown_on: '2026-07-01' } });
  await openScreen('/advice');
  await expect.poll(() => server.askedFor('POST /api/v1/me/intentions/{id}/sowing')).toHaveLength(1);
  await walkTo('/my-sowing');
  await page.getByRole('button', { name: /^Change: GROUNDNUT/ }).click();
  await expect.element(sowForm.crop).toHaveValue('groundnut');
  await sowForm.fieldSize.fill('1.25');
  await sowForm.submit.click();
  await expect.poll(() => server.askedFor('POST /api/v1/me/sowings')).toHaveLength(1);
  expect(server.askedFor('POST /api/v1/me/sowings')[0]?.body).toMatchObject({ sown_on: '2026-07-01' });
  await walkTo('/my-sowing');
  await expectGone(unsent);
});

describe('a clock', () => {
  const NOW = Date.parse('2026-07-03T06:00:00Z');
  const setClock = (ms: number) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(ms);
  };
  const MINUTE = 60_000;
  const sown = () => server.askedFor('POST /api/v1/me/sowings').at(-1)?.body;

  test('that is three years ahead leaves the form for sowing, and the sowing is of its day', async () => {
    setClock(NOW + 3 * 365 * 24 * 60 * MINUTE);
    server.answer('POST /api/v1/me/sowings', SOWING);
    await openScreen('/add');
    await enter();
    await sowForm.submit.click();
    await expect.poll(sown).toMatchObject({ crop: 'maize', entered_seconds_ago: 0 });
    expect([undefined, '2026-07-03']).toContain(sown().sown_on);
  });

  test('that was ten minutes ahead and is set right afterwards does not age a sowing', async () => {
    setClock(NOW + 10 * MINUTE);
    server.answer('POST /api/v1/me/sowings', BUSY);
    await openScreen('/add');
    await enter();
    await sowForm.submit.click();
    await expectVisible(notice('Kept on this phone, not sent yet.'));
    setClock(NOW);
    server.answer('POST /api/v1/me/sowings', ({ body }) =>
      body.entered_seconds_ago < 0 ? problem(422, 'wrong-clock') : SOWING,
    );
    await openScreen('/my-sowing');
    await expect.poll(() => server.askedFor('POST /api/v1/me/sowings')).toHaveLength(2);
    await expectGone(unsent);
    expect(sown().entered_seconds_ago).toBeLessThan(60);
  });
});
