import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { activate } from '@/shared/i18n/language';
import { expectGone, expectVisible } from '@/testing/expectations';
import { SHOWN_MS } from './carried-notice';
import { NoticesProvider, useNotices } from './notices';

const status = page.getByRole('status');
const undo = page.getByRole('button', { name: 'Undo' });

function Screen() {
  const { succeed } = useNotices();
  return (
    <>
      <h1 tabIndex={-1}>My sowings</h1>
      <button type="button" onClick={() => succeed('Withdrawn.', <button type="button">Undo</button>)}>
        Withdraw
      </button>
    </>
  );
}

beforeEach(async () => {
  await activate('en');
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(
    <NoticesProvider>
      <Screen />
    </NoticesProvider>,
  );
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expectVisible(undo);
});
afterEach(() => {
  vi.useRealTimers();
});

const frames = async () => {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
};
const pass = async () => {
  await frames();
  vi.advanceTimersByTime(SHOWN_MS);
  await frames();
};

test('a success goes by itself', async () => {
  await pass();
  await expectGone(undo);
});

test('a success stays while it has the focus, and goes after it', async () => {
  const [button] = undo.elements() as HTMLElement[];
  button?.focus();
  await pass();
  await pass();
  await expect.element(undo).toHaveFocus();
  button?.blur();
  await pass();
  await expectGone(undo);
});

test('a success stays while the pointer is on it', async () => {
  await userEvent.hover(status);
  await pass();
  await expectVisible(undo);
  await userEvent.hover(page.getByRole('heading'));
  await pass();
  await expectGone(undo);
});

test('a closed success leaves the focus on the title of the screen', async () => {
  await page.getByRole('button', { name: 'Close message' }).click();
  await expectGone(undo);
  await expect.element(page.getByRole('heading')).toHaveFocus();
});
