import { page } from 'vitest/browser';

export const banner = page.getByRole('banner');
export const menuButton = page.getByRole('button', { name: /^Menu of/ });
export const menu = banner.getByRole('list');

export function menuItem(name: string) {
  const named = { name, exact: true };
  return menu.getByRole('link', named).or(menu.getByRole('button', named));
}

export async function chooseInMenu(name: string): Promise<void> {
  await menuButton.click();
  await menuItem(name).click();
}
