import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Crop } from '../api/crops';
import { cropsQuery } from '../api/crops';
import { Loaded } from '../api/loaded';
import { useLanguage } from '../i18n/language';

/** Waits for the list of crops. */
export const WithCrops = ({ children }: { children: (crops: readonly Crop[]) => ReactNode }) => (
  <Loaded query={useQuery(cropsQuery(useLanguage()))}>{({ items }) => children(items)}</Loaded>
);
