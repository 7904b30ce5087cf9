import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectGone, expectText, expectVisible, press } from '@/testing/expectations';
import { npkForm as npk, profileForm as profile } from '@/testing/forms';
import { openScreen } from '@/testing/render-screen';
import { problem, server } from '@/testing/server';

test('a nutrient outside 0 to 2000 is refused beside its field', async () => {
  await openScreen('/npk');
  await expect.element(npk.phosphorus).toHaveValue(0);
  await npk.phosphorus.fill('2000.5');
  await npk.submit.click();
  await expectVisible(page.getByText('Enter a number from 0 to 2000.'));
  await expect.element(npk.phosphorus).toHaveFocus();
});

test('an error leaves its field as soon as the farmer corrects the value', async () => {
  await openScreen('/npk');
  await npk.phosphorus.fill('2000.5');
  await npk.submit.click();
  await expect.element(npk.phosphorus).toHaveAttribute('aria-invalid', 'true');
  await npk.phosphorus.fill('20.5');
  await expect.element(npk.phosphorus).not.toHaveAttribute('aria-invalid');
  await expectGone(page.getByText('Enter a number from 0 to 2000.'));

  await openScreen('/ftl');
  const alert = page.getByText('Please fill in both fields');
  await profile.submit.click();
  await expectVisible(alert);
  await profile.number.fill('98765 43210');
  await expectVisible(alert);
  await profile.place.fill('Erode');
  await expectGone(alert);

  // Missing values are reported before invalid ones; the rest follows.
  await profile.number.fill('98765');
  await profile.place.clear();
  await profile.submit.click();
  await expectText(profile.alert, 'Please fill in both fields');
  await expect.element(profile.place).toHaveFocus();
  await profile.place.fill('Erode');
  await expect.element(profile.alert).toHaveTextContent('Please enter a phone number');
});

test.each([
  ['1٫5', 1.5],
  ['১২.৫', 12.5],
  ['౧,౨౫', 1.25],
  ['૧૨', 12],
  ['۱۲', 12],
])('%s typed as a nutrient is %d', async (written, value) => {
  await openScreen('/npk');
  await npk.nitrogen.click();
  await userEvent.keyboard(written);
  await expect.element(npk.nitrogen).toHaveValue(value);
});

test('a number that is not wholly understood is told, and never shortened', async () => {
  await openScreen('/npk');
  for (const written of ['1/2', '1½']) {
    await npk.nitrogen.clear();
    await npk.nitrogen.click();
    await userEvent.keyboard(written);
    await npk.submit.click();
    await expectVisible(
      page.getByText(`You wrote ${written}. Write the number with digits only, such as 1.5.`),
    );
  }
  expect(server.askedFor('PUT /api/v1/me/npk')).toEqual([]);
});

test('a phone number is shown as it will be kept', async () => {
  await openScreen('/ftl');
  await profile.number.fill('tel:+919876543210 / 220155');
  await expect.element(profile.number).toHaveAccessibleDescription(/It is kept as \+91 98765 43210\./);
});

test('a refusal of the server is shown at the field that it names', async () => {
  server.answer('PUT /api/v1/me/npk', problem(422, 'invalid-npk', { field: 'k' }));
  await openScreen('/npk');
  await npk.submit.click();
  await expect.element(npk.potassium).toHaveFocus();
  await expect.element(npk.potassium).toHaveAccessibleDescription(/Enter a number from 0 to 2000\./);
});

test('a sub-district suggests its district, and its name stays in the text', async () => {
  const sambhal = { key: 'up-sambhal', name: 'Sambhal', state: 'Uttar Pradesh', region: 'IN-UP' };
  server.answer('GET /api/v1/places', {
    items: [{ ...sambhal, matched_name: null, subdistrict: 'Chandausi' }],
    resolved: null,
  });
  await openScreen('/place');
  const place = page.getByLabelText('Place');
  await place.fill('Chandau');
  await page.getByRole('option', { name: /Sambhal, Uttar Pradesh.*Chandausi/ }).click();
  await expect.element(place).toHaveValue('Chandausi, Sambhal, Uttar Pradesh');
});

test('Enter that ends a composition in Safari neither chooses nor submits, and Enter of an Android keyboard chooses', async () => {
  const erode = { key: 'tn-erode', name: 'Erode', state: 'Tamil Nadu', region: 'IN-TN' };
  server.answer('GET /api/v1/places', {
    items: [{ ...erode, matched_name: null, subdistrict: null }],
    resolved: null,
  });
  await openScreen('/place');
  const place = page.getByRole('combobox', { name: 'Place' });
  await place.fill('Ero');
  const option = page.getByRole('option', { name: 'Erode, Tamil Nadu' });
  await expectVisible(option);
  const field = place.element();
  const enter = (key: string) => {
    const event = new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true });
    field.dispatchEvent(event);
    return event.defaultPrevented;
  };
  field.dispatchEvent(new CompositionEvent('compositionend', { data: 'Ero', bubbles: true }));
  expect(enter('Enter'), 'it does not submit').toBe(true);
  await expect.element(place).toHaveAttribute('aria-expanded', 'true');
  await press('ArrowDown');
  await expect.element(option).toHaveAttribute('aria-selected', 'true');
  enter('Enter');
  await expect.element(place).toHaveValue('Erode, Tamil Nadu');
});
