import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../api/loaded';
import { cropsQuery } from '../api/queries';
import type { Crop } from '../api/shapes';

/** Waits for the table of the sixteen crops, which several screens are built from. */
export const WithCrops = ({ children }: { children: (crops: readonly Crop[]) => ReactNode }) => (
  <Loaded query={useQuery(cropsQuery)}>{({ items }) => children(items)}</Loaded>
);
