import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { foregroundKeys, outbox } from '@/outbox/queue/browser-outbox';
import { expectGone, expectVisible } from '@/testing/expectations';
import { FARMER } from '@/testing/first-answers';
import { sowForm } from '@/testing/forms';
import { closeScreen, openScreen } from '@/testing/render-screen';
import { LOST, server } from '@/testing/server';
import { SOWING } from '@/testing/sowing';

const unsent = page.getByRole('region', { name: 'Not sent yet' });
const refuse = () => {
  throw new DOMException('Nothing can be kept', 'SecurityError');
};
const POST = 'POST /api/v1/me/sowings';

const DATABASES = {
  'that refuses': () => {
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(refuse);
  },
  'that never answers': () => {
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      const request = new EventTarget();
      Object.setPrototypeOf(request, IDBOpenDBRequest.prototype);
      Object.defineProperty(request, 'error', { value: new DOMException('Given up', 'AbortError') });
      asked.push(request);
      return request as IDBOpenDBRequest;
    });
  },
};
/** Requests for a database that are not answered. */
const asked: EventTarget[] = [];
const STORAGES = { 'keeps texts': () => {}, 'keeps nothing': () => refuseTexts() };
const refuseTexts = () => {
  for (const name of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, name).mockImplementation(refuse);
};

const both = Object.keys(DATABASES).flatMap((one) =>
  Object.keys(STORAGES).map(
    (other) => [one as keyof typeof DATABASES, other as keyof typeof STORAGES] as const,
  ),
);

beforeEach(() => {
  // What the page has open is gone, too.
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(refuse);
});

afterEach(async () => {
  closeScreen();
  foregroundKeys.clear();
  vi.restoreAllMocks();
  for (const request of asked.splice(0)) request.dispatchEvent(new Event('error'));
  await outbox.forget(FARMER.id, 'all');
});

test.each(both)(
  'with a database %s, in a browser that %s, a sowing whose answer is lost waits, and is sent again under its key',
  { timeout: 30_000 },
  async (database, storage) => {
    DATABASES[database]();
    STORAGES[storage]();
    server.answer(POST, LOST);
    await openScreen('/add');
    await sowForm.crop.selectOptions('MAIZE');
    await sowForm.fieldSize.fill('2');
    await sowForm.submit.click();
    await expectVisible(
      page.getByRole('status').filter({ hasText: /Kept on this phone|Leave this page open/ }),
    );
    closeScreen();
    foregroundKeys.clear();
    await openScreen('/my-sowing');
    await expect.element(unsent).toHaveTextContent('Sowing of MAIZE, 2 hectares');
    const isOpen = storage === 'keeps nothing';
    await expect.element(unsent).toHaveTextContent(isOpen ? 'Leave this page open' : 'kept on this phone');
    server.answer(POST, SOWING);
    // It may be tried by itself meanwhile.
    outbox.sendNow();
    await expectGone(unsent);
    const keys = server.askedFor(POST).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  },
);
