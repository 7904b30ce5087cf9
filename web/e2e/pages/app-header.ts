import type { Locator, Page } from '@playwright/test';

export class AppHeader {
  readonly menuButton: Locator;
  readonly menu: Locator;

  constructor(private readonly page: Page) {
    this.menuButton = page.getByRole('button', { name: /^Menu of/ });
    this.menu = page.getByRole('menu');
  }

  item(name: string): Locator {
    return this.page.getByRole('menuitem', { name, exact: true });
  }

  async choose(name: string): Promise<void> {
    await this.menuButton.click();
    await this.item(name).click();
  }
}
