import type { Locator, Page } from '@playwright/test';

export class CropListPage {
  readonly cards: Locator;
  readonly search: Locator;
  readonly count: Locator;
  readonly clear: Locator;

  constructor(page: Page) {
    this.cards = page.getByRole('main').getByRole('listitem').getByRole('link');
    this.search = page.getByRole('searchbox', { name: 'Search crops' });
    this.count = page.getByRole('main').getByRole('status').filter({ hasText: /crop/ });
    this.clear = page.getByRole('button', { name: 'Clear search' });
  }

  card(name: string): Locator {
    return this.cards.filter({ hasText: name });
  }
}

export class CropDetailPage {
  readonly title: Locator;
  readonly sections: Locator;
  readonly unknown: Locator;
  readonly error: Locator;
  readonly retry: Locator;
  readonly allCrops: Locator;

  constructor(private readonly page: Page) {
    this.title = page.getByRole('heading', { level: 1 });
    this.sections = page.getByRole('heading', { level: 2 });
    this.unknown = page.getByText('Select a valid crop.');
    this.error = page.getByRole('alert');
    this.retry = page.getByRole('button', { name: 'Try again' });
    this.allCrops = page.getByRole('link', { name: 'All crops' });
  }

  section(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }
}
