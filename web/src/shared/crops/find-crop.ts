import type { Crop } from '../api/shapes';

/** The crop meant by any of its own spellings, in any case; undefined when it is none. */
export function findCrop(crops: readonly Crop[], spelling: string): Crop | undefined {
  const wanted = spelling.trim().toLowerCase();
  return crops.find((crop) =>
    [crop.crop, crop.name, crop.display_name, crop.slug].some((own) => own.toLowerCase() === wanted),
  );
}
