import { i18n } from '@lingui/core';
import table from '../../../../data/crop_names.csv?raw';
import { cropTitle } from './crop-words';

/** The names by crop and region, as the file has them. Those of a state come before those of all others. */
const NAMES = [...table.matchAll(/^(\w+),([A-Z ]*),"?([^"\n]*)"?$/gm)]
  .map(([, crop = '', regions = '', names = '']) => ({ crop, regions: regions.split(' '), names }))
  .sort((a, b) => b.regions.join('').length - a.regions.join('').length);

/**
 * Returns what a crop is called in English where the farmer lives, beside the name that is shown; an empty text if
 * there is no other, and in other languages, which have one name for each crop.
 */
export function commonName(crop: string, region: string, shown: string): string {
  if (i18n.locale !== 'en') return '';
  const state = region.slice('IN-'.length);
  const names = NAMES.find(
    (line) => line.crop === crop && [state, ''].some((one) => line.regions.includes(one)),
  );
  const isShown = (name: string) => shown.toLowerCase().startsWith(name.toLowerCase());
  const others = (names?.names ?? '').split(', ').filter((name) => !isShown(name));
  const title = cropTitle(crop);
  return others.join(', ') || (isShown(title) ? '' : title);
}
