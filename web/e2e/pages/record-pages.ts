import type { Locator, Page } from '@playwright/test';

export class ProfileFormPage {
  readonly email: Locator;
  readonly number: Locator;
  readonly place: Locator;
  readonly submit: Locator;
  readonly inline: Locator;
  readonly alert: Locator;
  readonly saved: Locator;

  constructor(page: Page) {
    this.email = page.getByLabel('E-mail');
    this.number = page.getByLabel('Number');
    this.place = page.getByLabel('Place');
    this.submit = page.getByRole('button', { name: /^(Submit|Submitting\.\.\.)$/ });
    this.inline = page.getByText('Please fill in all fields.', { exact: true });
    this.alert = page.getByRole('alert');
    this.saved = page.getByRole('status').filter({ hasText: 'User data saved!' });
  }
}

export class NpkPage {
  readonly nutrients: readonly [Locator, Locator, Locator];
  readonly submit: Locator;
  readonly alert: Locator;
  readonly saved: Locator;

  constructor(page: Page) {
    this.nutrients = [
      page.getByRole('spinbutton', { name: 'Nitrogen (N)' }),
      page.getByRole('spinbutton', { name: 'Phosphorus (P)' }),
      page.getByRole('spinbutton', { name: 'Potassium (K)' }),
    ];
    this.submit = page.getByRole('button', { name: /^(Update NPK|Saving\.\.\.)$/ });
    this.alert = page.getByRole('alert');
    this.saved = page.getByRole('status').filter({ hasText: 'NPK updated successfully!' });
  }
}

export class PlacePage {
  readonly place: Locator;
  readonly empty: Locator;
  readonly submit: Locator;
  readonly alert: Locator;
  readonly saved: Locator;

  constructor(page: Page) {
    this.place = page.getByRole('combobox', { name: 'Place' });
    this.empty = page.getByText('Please enter a place.', { exact: true });
    this.submit = page.getByRole('button', { name: /^(Update Place|Saving\.\.\.)$/ });
    this.alert = page.getByRole('alert');
    this.saved = page.getByRole('status').filter({ hasText: 'Place updated successfully!' });
  }
}
