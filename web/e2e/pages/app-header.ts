import type { Locator, Page } from '@playwright/test';

export class AppHeader {
  readonly menuButton: Locator;
  readonly menu: Locator;

  constructor(page: Page) {
    this.menuButton = page.getByRole('button', { name: /^Menu of/ });
    this.menu = page.getByRole('banner').getByRole('list');
  }

  item(name: string): Locator {
    const named = { name, exact: true };
    return this.menu.getByRole('link', named).or(this.menu.getByRole('button', named));
  }

  async choose(name: string): Promise<void> {
    await this.menuButton.click();
    await this.item(name).click();
  }
}
