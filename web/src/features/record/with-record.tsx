import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '@/shared/api/loaded';
import { recordQuery } from '@/shared/api/queries';
import type { FarmerRecord } from '@/shared/api/shapes';

/** Waits for the farmer's saved record: a form starts from what is saved, never from blanks that would overwrite it. */
export const WithRecord = ({ children }: { children: (record: FarmerRecord) => ReactNode }) => (
  <Loaded query={useQuery(recordQuery)}>{children}</Loaded>
);
