import { expect, test } from 'vitest';
import { advisedCrop } from '@/testing/advice';
import { linkLabel, missingSentence } from './advice-panel';
import { nothingNow, whatTimeItIs } from './advice-screen';
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
  expect(nothingNow({ not_shown: [], later: [maize] })).toContain('Below is what comes next.');
  expect(nothingNow({ not_shown: [], later: [] })).toContain('nothing that comes next');
  const paddy = { crop: 'paddy', share_here: 0.4, why: 'needs-water' as const };
  expect(nothingNow({ not_shown: [paddy], later: [maize] })).toContain(
    'needs more water than your field has',
  );
});

test('without a crop to sow, the screen names what others sow, the standing crop and the next one', () => {
  const next = { crop: 'blackGram', sow_from: '2026-12-25' };
  const standing = { crop: 'paddy', season_name: 'samba', harvested_by: '2027-02-22', next };
  const as_of = '2026-11-24';
  const unknown_crops = ['wheat', 'mustard'].map((name) => ({ name }));
  expect(whatTimeItIs({ unknown_crops, standing, as_of })).toEqual([
    'In these weeks your state sows wheat and mustard, which Grow does not know yet.',
    'If paddy (Samba) stands on your field: next is black gram, from 25 December.',
  ]);
  expect(whatTimeItIs({ unknown_crops: [], standing: { ...standing, next: null }, as_of })).toEqual([
    'In many fields of your district paddy (Samba) stands until 22 February 2027.',
  ]);
  expect(whatTimeItIs({ unknown_crops: [], standing: null, as_of })).toEqual([]);
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
