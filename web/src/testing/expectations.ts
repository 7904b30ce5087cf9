import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';

const words = (element: Element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

export const textsOf = (locator: Locator) => locator.elements().map(words);

/** Expects these elements to have these whole texts, in this order. */
export const expectTexts = (locator: Locator, texts: readonly (string | RegExp)[]) =>
  expect
    .poll(() => textsOf(locator))
    .toEqual(texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))));

/** Expects one element with this whole text. */
export const expectText = (locator: Locator, text: string | RegExp) => expectTexts(locator, [text]);

export const expectCount = (locator: Locator, count: number) =>
  expect.poll(() => locator.elements().length).toBe(count);

export const expectGone = (locator: Locator) => expectCount(locator, 0);

export const expectVisible = (locator: Locator) => expect.element(locator).toBeVisible();

/** Expects the app to be at an address. */
export const expectAt = (address: string) =>
  expect.poll(() => location.pathname + location.search).toBe(address);

export const press = (key: string) => userEvent.keyboard(`{${key}}`);

export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true });
export const heading = (level: number) => page.getByRole('heading', { level });
export const notice = (hasText: string | RegExp) => page.getByRole('status').filter({ hasText });
export const main = () => page.getByRole('main');

/** Expects the text to be red. */
export async function expectRed(message: Locator): Promise<void> {
  const colour = getComputedStyle(await message.findElement()).color;
  const [red = 0, green = 0, blue = 0] = colour.match(/[\d.]+/g)?.map(Number) ?? [];
  expect(red - Math.max(green, blue)).toBeGreaterThan(60);
}

/** Taps a button twice before the screen can change. */
export async function tapTwice(target: Locator): Promise<void> {
  const element = (await target.findElement()) as HTMLElement;
  element.click();
  element.click();
}
