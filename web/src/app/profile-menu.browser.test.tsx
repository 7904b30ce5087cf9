import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { expectGone, press } from '@/testing/expectations';
import { menu, menuButton, menuItem } from '@/testing/header';
import { openScreen, testOnBothWidths } from '@/testing/render-screen';

const focus = async (target: typeof menuButton) => (await target.findElement()).focus();

testOnBothWidths(
  'the menu is a list of links behind a button: Tab goes through it, Escape leads back',
  async () => {
    await openScreen('/dashboard');
    await menuButton.click();
    await press('Escape');
    await expect.element(menuButton).toHaveFocus();
    await press('Enter');
    await expect.element(menuButton).toHaveAttribute('aria-expanded', 'true');
    await expect.element(menuButton).toHaveFocus();
    await press('Tab');
    await expect.element(menuItem('Profile')).toHaveFocus();
    await press('Tab');
    await expect.element(menuItem('NPK Update')).toHaveFocus();
    await press('Escape');
    await expectGone(menu);
    await expect.element(menuButton).toHaveFocus();
    await expect.element(menuButton).toHaveAttribute('aria-expanded', 'false');

    await press('Enter');
    await focus(menuItem('Sign Out'));
    await press('Tab');
    await expectGone(menu);
    await expectGone(page.getByRole('menu'));
  },
);
