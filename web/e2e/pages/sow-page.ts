import type { Locator, Page } from '@playwright/test';

export class SowPage {
  readonly heading: Locator;
  readonly crop: Locator;
  readonly fieldSize: Locator;
  readonly submit: Locator;
  readonly error: Locator;

  constructor(page: Page) {
    this.heading = page.getByRole('heading', { name: 'Add Crop and Field Size' });
    this.crop = page.getByLabel('Crop', { exact: true });
    this.fieldSize = page.getByLabel('Field Size');
    this.submit = page.getByRole('button', { name: /Add Crop Details|Adding\.\.\./ });
    this.error = page.getByRole('alert');
  }
}

export const SOWN = 'Crop and field size added successfully!!!!';
