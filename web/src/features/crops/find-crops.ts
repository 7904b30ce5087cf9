import type { Crop } from '@/shared/api/shapes';

/** Letters alone, so that case, spaces, hyphens and accents never keep a farmer from a crop. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\s_()-]/g, '')
    .normalize('NFC')
    .toLowerCase();
}

const namesOf = (crop: Crop) => [
  crop.display_name,
  crop.crop,
  crop.name,
  crop.slug,
  crop.tamil_name,
  crop.hindi_name,
  ...crop.other_names,
];

/** How near a name comes to the words: 0 is the name itself, 1 its beginning, 2 a part of it. */
function distance(name: string, wanted: string): number {
  const place = plain(name).indexOf(wanted);
  if (place < 0) return Number.POSITIVE_INFINITY;
  if (place > 0) return 2;
  return plain(name) === wanted ? 0 : 1;
}

/**
 * The crops with a name that holds the words, in any spelling, script and case, the nearest first; all of them while there
 * are no words.
 */
export function findCrops(crops: readonly Crop[], words: string): readonly Crop[] {
  const wanted = plain(words);
  if (!wanted) return crops;
  return crops
    .map((crop) => ({ crop, far: Math.min(...namesOf(crop).map((name) => distance(name, wanted))) }))
    .filter(({ far }) => Number.isFinite(far))
    .sort((one, other) => one.far - other.far)
    .map(({ crop }) => crop);
}
