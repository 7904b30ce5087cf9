import type { Crop } from '@/shared/api/crops';

/** Returns the crop with this spelling of its name, in any case; undefined if there is none. */
export function findCrop(crops: readonly Crop[], spelling: string): Crop | undefined {
  const wanted = spelling.trim().toLowerCase();
  return crops.find((crop) =>
    [crop.crop, crop.name, crop.display_name, crop.slug].some((own) => own.toLowerCase() === wanted),
  );
}
