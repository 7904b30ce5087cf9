import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useSearch } from 'wouter';
import { ownKey } from '@/shared/api/queries';
import { regionOf } from '@/shared/paths';
import { commonName } from './common-names';
import { cropName } from './crop-names';

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
