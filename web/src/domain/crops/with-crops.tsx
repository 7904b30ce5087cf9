import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Crop } from '@/shared/api/crops';
import { cropsQuery } from '@/shared/api/crops';
import { Loaded } from '@/shared/query/loaded';

/** Waits for the list of crops. */
export const WithCrops = ({ children }: { children: (crops: readonly Crop[]) => ReactNode }) => (
  <Loaded query={useQuery(cropsQuery)}>{({ items }) => children(items)}</Loaded>
);
