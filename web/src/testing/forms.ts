import { page } from 'vitest/browser';

/** The forms of the record and of a sowing. */
const alert = page.getByRole('alert');
const saved = (hasText: string) => page.getByRole('status').filter({ hasText });
const submit = (name: RegExp) => page.getByRole('button', { name });

export const profileForm = {
  email: page.getByLabelText('E-mail'),
  number: page.getByLabelText('Number'),
  place: page.getByLabelText('Place'),
  submit: submit(/^(Submit|Submitting\.\.\.)$/),
  inline: page.getByText('Please fill in all fields.', { exact: true }),
  saved: saved('User data saved!'),
  alert,
};

export const npkForm = {
  nitrogen: page.getByRole('spinbutton', { name: 'Nitrogen (N)' }),
  phosphorus: page.getByRole('spinbutton', { name: 'Phosphorus (P)' }),
  potassium: page.getByRole('spinbutton', { name: 'Potassium (K)' }),
  submit: submit(/^(Update NPK|Saving\.\.\.)$/),
  saved: saved('NPK updated successfully!'),
  alert,
};

export const placeForm = {
  place: page.getByRole('combobox', { name: 'Place' }),
  empty: page.getByText('Please enter a place.', { exact: true }),
  submit: submit(/^(Update Place|Saving\.\.\.)$/),
  saved: saved('Place updated successfully!'),
  alert,
};

export const sowForm = {
  crop: page.getByLabelText('Crop', { exact: true }),
  fieldSize: page.getByLabelText('Field Size'),
  submit: submit(/Add Crop Details|Adding\.\.\./),
  saved: saved('Crop and field size added successfully!!!!'),
  alert,
};
