import type { Locator, Page } from '@playwright/test';
import { isPhone } from '../grow-test';

export class LoginPage {
  readonly google: Locator;
  readonly farmerId: Locator;
  readonly mobile: Locator;
  readonly login: Locator;
  readonly error: Locator;

  constructor(private readonly page: Page) {
    this.google = page.getByRole('button', { name: 'Sign in with Google' });
    this.farmerId = page.getByLabel('Farmer ID');
    this.mobile = page.getByLabel('Mobile Number');
    this.login = page.getByRole('button', { name: 'Login', exact: true });
    this.error = page.getByRole('alert');
  }

  /** Signs in through the account chooser: in a popup on wide screens, on the page itself on narrow ones. */
  async signInAs(name: string): Promise<void> {
    if (isPhone(this.page)) {
      await this.google.click();
      await this.page.getByRole('button', { name }).click();
      return;
    }
    const opened = this.page.waitForEvent('popup');
    await this.google.click();
    const popup = await opened;
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name }).click();
    await closed;
  }
}
