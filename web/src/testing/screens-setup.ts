import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { database } from '@/shared/storage/database';
import { forgetTab } from '@/shared/storage/kept-text';
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
  localStorage.clear();
  stopServer();
});
