import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { agree, expect, settled, signIn } from '../grow-test';
import { demandTable } from '../pages/crop-table';
import { test } from './offline-test';

/** Records a sowing as another phone of the farmer does. */
async function sow(page: Page, hectares: number): Promise<void> {
  const answer = await page.request.post('/api/v1/me/sowings', {
    headers: { 'Idempotency-Key': randomUUID(), origin: new URL(page.url()).origin },
    data: { crop: 'maize', field_size_ha: hectares },
  });
  expect(answer.status()).toBe(201);
}

test('a live stream that falls silent without an end is told, and the figures are read without it', async ({
  page,
  farmer,
  link,
}) => {
  await signIn(page, farmer);
  await agree(page);
  await page.clock.install();
  await page.goto('/demand');
  await settled(page);
  const met = await demandTable(page).cell('MAIZE', 'Met');
  const before = await met.textContent();
  await sow(page, 100);
  await expect(met).not.toHaveText(before ?? '');
  const live = (await met.textContent()) ?? '';

  link.stall();
  await sow(page, 100);
  await page.clock.runFor(30_000);
  const paused = page.getByRole('status').filter({ hasText: 'Live updates are paused.' });
  await expect(paused).toHaveCount(0);
  await expect(met).toHaveText(live);
  await page.clock.runFor(35_000);
  await expect(paused).toBeVisible();
  await expect(met).not.toHaveText(live);
});
