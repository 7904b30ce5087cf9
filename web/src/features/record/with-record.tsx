import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '@/shared/api/loaded';
import type { FarmerRecord } from '@/shared/api/record';
import { recordQuery } from '@/shared/api/record';

/**
 * Waits for the saved record, so that a form starts with the saved values and does not overwrite them with
 * blanks.
 */
export const WithRecord = ({ children }: { children: (record: FarmerRecord) => ReactNode }) => (
  <Loaded query={useQuery(recordQuery)}>{children}</Loaded>
);
