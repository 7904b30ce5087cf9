import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { database } from '@/shared/storage/database';
import { deviceText, forgetTab } from '@/shared/storage/kept-text';
import { keepOpened } from '@/shared/ui/disclosure';
import { closeScreen, PHONE } from './render-screen';
import { startServer, stopServer } from './server';

beforeEach(async () => {
  await page.viewport(...PHONE);
  localStorage.setItem('grow-background', 'still');
  startServer();
});

afterEach(async () => {
  closeScreen();
  await (await database()).clear('writes');
  vi.useRealTimers();
  vi.restoreAllMocks();
  forgetTab();
  for (const name of deviceText('opened').get()?.split('\n') ?? []) keepOpened(name, false);
  localStorage.clear();
  stopServer();
});
