import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectVisible, heading, press } from '@/testing/expectations';
import { FARMER } from '@/testing/first-answers';
import { banner, menuButton, menuItem } from '@/testing/header';
import { openScreen, testOnBothWidths } from '@/testing/render-screen';

const NAMES = {
  'of 200 letters without a space': 'அ'.repeat(200),
  'of 200 letters in words': 'Venkatanarasimharajuvaripeta '.repeat(7).slice(0, 200),
  'that runs from right to left': 'مراد ولد محمد عبد الله الهندي',
  'that turns the direction of what follows': '\u202EMurugan \u2067Selvam',
  'with many marks on one letter': `M${'\u0301\u0323'.repeat(60)}urugan`,
  'that is script': '<b>Meena</b> <img src=x onerror=alert(1)>',
};

const PICTURES = {
  'a script': 'javascript:alert(1)',
  'a page in the address': 'data:text/html,<script>alert(1)</script>',
  'another protocol': 'http://pictures.example/me.png',
  'a file': 'file:///etc/passwd',
  'no address': '//\u0000',
};

for (const [what, name] of Object.entries(NAMES)) {
  testOnBothWidths(`a name ${what} breaks neither header, menu nor welcome`, async () => {
    const user = { ...FARMER, display_name: name };
    await openScreen('/dashboard', { user });
    await expect.poll(() => heading(1).element().textContent).toContain(name.trim());
    await menuButton.click();
    await expect.element(menuItem('Sign Out')).toBeInViewport({ ratio: 0.99 });
    expect(banner.element().getBoundingClientRect().height).toBeLessThanOrEqual(80);
    await press('Escape');
    await openScreen('/profile', { user });
    // The text after a name keeps its own direction.
    await expectVisible(page.getByRole('term').filter({ hasText: 'E-mail' }));
    expect(document.documentElement.scrollWidth - innerWidth).toBeLessThanOrEqual(0);
  });
}

for (const [what, address] of Object.entries(PICTURES)) {
  test(`a picture that is ${what} is never asked for: the initials stand`, async () => {
    await openScreen('/dashboard', { user: { ...FARMER, display_name: 'Meena Devi', photo_url: address } });
    await expectVisible(banner.getByText('MD', { exact: true }));
    expect(document.querySelector('img[referrerpolicy]')).toBeNull();
  });
}
