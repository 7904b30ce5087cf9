import { expect, test } from 'vitest';
import type { OtherSowable } from '@/shared/api/advice';
import { advisedCrop } from '@/testing/advice';
import { linkLabel, missingSentence } from './advice-panel';
import { whatStands } from './advice-screen';
import { howMuch, ifNot, theySow } from './neighbours';
import { nothingNow, whatNext } from './nothing-now';
import { harvestOf } from './plan-dialog';

test('a missing answer has a sentence and a way to give it', () => {
  expect(missingSentence('consent-missing')).toContain('agreed');
  expect(missingSentence('land-unknown')).toBe('We know no land like yours yet.');
  for (const place of ['place-missing', 'place-unknown', 'place-ambiguous'] as const)
    expect(missingSentence(place)).toContain('Tell us your district');
});

test('nothing to sow now points to what comes next, if anything does', () => {
  const maize = {
    crop: 'maize',
    calendar: { region: 'IN-TN', confidence: 'medium', name: 'kharif' },
    sow_from: '2026-08-30',
    sow_until: '2026-10-15',
    in_days: 58,
  };
  expect(whatNext({ later: [maize] })).toBe('Below is what comes next.');
  expect(whatNext({ later: [] })).toBe('We know of nothing that comes next.');
});

test('nothing to sow now says why', () => {
  const said = (...reasons: OtherSowable['why'][]) =>
    nothingNow({ not_shown: reasons.map((why) => ({ crop: 'paddy', share_here: 0.4, why, after: null })) });
  expect(said()).toContain('is sown on land like yours in these days');
  expect(said('needs-water', 'needs-water')).toContain('need more water than your field has');
  expect(said('late')).toContain('It is late');
  expect(said('needs-water', 'no-mill')).toContain('is for your field');
});

test('without a crop to sow, the screen names the standing crop and the next one', () => {
  const next = { crop: 'blackGram', sow_from: '2026-12-25' };
  const standing = { crop: 'paddy', season_name: 'samba', harvested_by: '2027-02-22', next };
  expect(whatStands(standing, '2026-11-24')).toBe(
    'If paddy (Samba) stands on your field: next is black gram, from 25 December.',
  );
  expect(whatStands({ ...standing, next: null }, '2026-11-24')).toBe(
    'In many fields of your district paddy (Samba) stands until 22 February 2027.',
  );
});

test("neighbours' crops are told with their land, the last day and the support price, as far as they are known", () => {
  const wheat = {
    name: 'wheat',
    share_here: 0.968,
    sow_until: '2026-12-15',
    support_price: { rupees_per_quintal: 2610 },
  };
  expect(theySow([wheat])).toBe('Most here sow wheat now');
  expect(theySow([{ ...wheat, share_here: 0.05 }])).toBe('Your neighbours sow now');
  expect(howMuch(wheat, '2026-11-25')).toBe(
    '97 of 100 ha, until 15 December. Support price ₹2,610 a quintal.',
  );
  const pea = { name: 'pea', share_here: 0.05, sow_until: null, support_price: null };
  expect(howMuch(pea, '2026-11-25')).toBe('5 of 100 ha.');
  expect(ifNot([wheat, pea])).toBe('If you do not sow wheat:');
});

test('the usual harvest of a planned field is in kilograms, or tonnes', () => {
  expect(harvestOf(advisedCrop(), 0.5)).toBe('Usual harvest from 0.5 ha: 230 to 700 kg.');
  expect(harvestOf(advisedCrop(), 1.25)).toBe('Usual harvest from 1.25 ha: 0.56 to 1.8 tonnes.');
  expect(harvestOf(advisedCrop(), 0.8094, true)).toBe('Usual harvest from 2 acres: 0.36 to 1.1 tonnes.');
});

test('the link of the dashboard names how many crops are advised', () => {
  const labels = [0, 1, 2, 3].map((count) =>
    linkLabel({ advice: Array.from({ length: count }, () => advisedCrop()) }),
  );
  expect(labels).toEqual([
    'What to sow now',
    'See why',
    'See why, and another crop',
    'See why, and two others',
  ]);
  expect(linkLabel(undefined)).toBe('What to sow now');
});
