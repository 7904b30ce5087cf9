import type { Page } from '@playwright/test';
import { expect, test } from '../grow-test';
import { knownCropTable } from '../pages/crop-table';

async function knows(page: Page, crops: readonly string[]): Promise<void> {
  for (const crop of crops) {
    const answer = await page.request.put(`/api/v1/me/known-crops/${encodeURIComponent(crop)}`, { data: {} });
    expect(answer.status(), crop).toBe(200);
  }
}

test("Crop names are matched case-insensitively against the user's known crops", async ({
  signedIn: page,
}) => {
  await knows(page, ['reD gRam', 'bengalgram', 'MAIZE', 'Sorghum']);
  await page.goto('/rec-known');
  const table = knownCropTable(page);
  await expect(table.rows).toHaveCount(4);
  expect((await table.crops()).toSorted()).toEqual(['BENGAL GRAM', 'CHOLAM', 'MAIZE', 'RED GRAM']);
});
