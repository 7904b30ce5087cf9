import type { Crop } from '@/shared/api/crops';

/** Normalises text: ignores case, spaces, hyphens and accents. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\s_()-]/g, '')
    .normalize('NFC')
    .toLowerCase();

/** Different Latin spellings of one sound of Tamil and Hindi, and one of them. The order counts. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/zh/g, 'l'],
  [/ph/g, 'f'],
  [/c(?!h)/g, 'k'],
  [/([bdgjkt])h/g, '$1'],
  [/aa/g, 'a'],
  [/ee/g, 'i'],
  [/oo/g, 'u'],
  [/w/g, 'v'],
  [/([a-z])\1/g, '$1'],
];

/** From this many letters on, a word is also found by its sound: with fewer, too many crops sound alike. */
const SOUND_LETTERS = 3;

/** Returns a Latin spelling as it sounds: ulundhu and ulundu are the same, and so are pyaaz and pyaz. */
const sound = (text: string) =>
  SPELLINGS.reduce((spelling, [other, one]) => spelling.replace(other, one), plain(text));

const namesOf = (crop: Crop) => [
  crop.display_name,
  crop.crop,
  crop.name,
  crop.slug,
  crop.tamil_name,
  crop.hindi_name,
  ...crop.other_names,
];

/** Ranks a match: 0 for the whole name, 1 for its beginning, 2 for another part, 3 for its sound. */
function distance(name: string, wanted: string, sounded: string): number {
  const index = plain(name).indexOf(wanted);
  if (index > 0) return 2;
  if (index === 0) return plain(name) === wanted ? 0 : 1;
  return sounded.length >= SOUND_LETTERS && sound(name).startsWith(sounded) ? 3 : Number.POSITIVE_INFINITY;
}

/**
 * Returns the crops with a name that contains the search text, best matches first, in any script and case, or that
 * begins with its sound. Returns all crops for an empty text.
 */
export function findCrops(crops: readonly Crop[], words: string): readonly Crop[] {
  const wanted = plain(words);
  if (!wanted) return crops;
  const sounded = sound(words);
  return crops
    .map((crop) => ({
      crop,
      far: Math.min(...namesOf(crop).map((name) => distance(name, wanted, sounded))),
    }))
    .filter(({ far }) => Number.isFinite(far))
    .sort((one, other) => one.far - other.far)
    .map(({ crop }) => crop);
}
