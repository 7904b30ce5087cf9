import { useQuery } from '@tanstack/react-query';
import { type Crop, cropsQuery } from '@/shared/api/crops';

/** Returns what is the same for every sowing of a crop. Undefined until the list of crops is there. */
export function useCrop(key: string): Crop | undefined {
  const { data } = useQuery(cropsQuery);
  return data?.items.find(({ crop }) => crop === key);
}
