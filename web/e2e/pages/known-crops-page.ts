import type { Locator, Page } from '@playwright/test';

export class KnownCropsPage {
  readonly cards: Locator;
  readonly alert: Locator;

  constructor(private readonly page: Page) {
    this.cards = page.getByRole('main').getByRole('listitem').getByRole('button');
    this.alert = page.getByRole('alert');
  }

  card(crop: string): Locator {
    return this.page.getByRole('button', { name: crop, exact: true });
  }
}
