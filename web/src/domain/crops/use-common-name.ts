import { i18n } from '@lingui/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useSearch } from 'wouter';
import { ownKey } from '@/shared/api/queries';
import { regionOf } from '@/shared/paths';
import table from '../../../../data/crop_names.csv?raw';
import { cropName } from './crop-names';
import { cropTitle } from './crop-words';

/** Key of the farmer's record. A guest's screen names crops, too, and does without its module. */
export const RECORD = [...ownKey, 'record'] as const;

/** Returns the state whose names are used: the farmer's if it is known, or else the one that the screen is about. */
function useNamingRegion(): string {
  const about = regionOf(new URLSearchParams(useSearch()));
  // An observer with options of its own would replace those of the record's query.
  const client = useQueryClient();
  const record = useSyncExternalStore(
    (changed) => client.getQueryCache().subscribe(changed),
    () => client.getQueryData<{ district?: { region: string } | null }>(RECORD),
  );
  return record?.district?.region ?? about;
}

/** Returns what a crop is called where the farmer lives, beside the name that is shown. */
export const useCommonName = (crop: string, shown: string) => commonName(crop, useNamingRegion(), shown);

/** Returns rows with both names of their crops, for charts. */
export function useNamed<Row extends { crop: string }>(
  rows: readonly Row[],
): (Row & { name: string; beside?: string | undefined })[] {
  const region = useNamingRegion();
  return rows.map((row) => {
    const name = cropName(row.crop);
    return { ...row, name, beside: commonName(row.crop, region, name) || undefined };
  });
}

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
