import type { DemandRow } from '@/shared/api/shapes';

/** Returns whether more of a crop is on the way than is wanted, by more than the figure may be off. */
export const isSurplus = ({
  need_tonnes,
  is_beyond_error,
}: Pick<DemandRow, 'need_tonnes' | 'is_beyond_error'>) => need_tonnes < 0 && !!is_beyond_error;
