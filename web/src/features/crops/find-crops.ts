import type { Crop } from '@/shared/api/crops';

/** Normalises text: ignores case, spaces, hyphens and accents. */
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

/** Ranks a match: 0 for the whole name, 1 for its beginning, 2 for another part. */
function distance(name: string, wanted: string): number {
  const place = plain(name).indexOf(wanted);
  if (place < 0) return Number.POSITIVE_INFINITY;
  if (place > 0) return 2;
  return plain(name) === wanted ? 0 : 1;
}

/**
 * Returns the crops with a name that contains the search text, best matches first. Ignores spelling, script
 * and case. Returns all crops for an empty text.
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
