import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../api/loaded';
import { cropsQuery } from '../api/queries';
import type { Crop } from '../api/shapes';

/** Waits for the list of crops. */
export const WithCrops = ({ children }: { children: (crops: readonly Crop[]) => ReactNode }) => (
  <Loaded query={useQuery(cropsQuery)}>{({ items }) => children(items)}</Loaded>
);
