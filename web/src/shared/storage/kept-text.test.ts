import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceText, forgetTab, tabText } from './kept-text';

class FakeStorage {
  [key: string]: unknown;
  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key: string, text: string) {
    this[key] = text;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

let tab: FakeStorage;
let device: FakeStorage;

beforeEach(() => {
  tab = new FakeStorage();
  device = new FakeStorage();
  vi.stubGlobal('sessionStorage', tab);
  vi.stubGlobal('localStorage', device);
});

afterEach(() => vi.unstubAllGlobals());

test('a text is kept under our own name until it is taken away', () => {
  const text = tabText('path');
  expect(text.get()).toBeNull();
  text.set('/npk');
  expect(tab).toEqual({ 'grow-path': '/npk' });
  expect(tabText('path').get()).toBe('/npk');
  text.set(null);
  expect(tab).toEqual({});
});

test('without storage the text lasts as long as the page', () => {
  for (const name of ['sessionStorage', 'localStorage']) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => {
        throw new DOMException('Storage is disabled', 'SecurityError');
      },
    });
  }
  const text = tabText('path');
  text.set('/npk');
  expect(text.get()).toBe('/npk');
  forgetTab();
  expect(text.get()).toBeNull();
});

test('where storage is full, the text is the last one and none before it', () => {
  const text = tabText('path');
  text.set('/npk');
  tab.setItem = () => {
    throw new DOMException('Full', 'QuotaExceededError');
  };
  expect(text.set('/place')).toBe(false);
  expect(text.get()).toBe('/place');
});

test("forgetting the tab removes the farmer's texts, and keeps those of the device and of other apps", () => {
  tab['grow-left-by-an-earlier-page'] = 'x';
  tab['another-app'] = 'x';
  const text = tabText('path');
  text.set('/npk');
  deviceText('background').set('still');
  forgetTab();
  expect(text.get()).toBeNull();
  expect(tab).toEqual({ 'another-app': 'x' });
  expect(device).toEqual({ 'grow-background': 'still' });
});
