import { t } from '@lingui/core/macro';
import type { FarmerRecord } from '@/shared/api/record';
import { plain } from '@/shared/format/numbers';

export type Npk = FarmerRecord['npk'];

/** Returns true if any nutrient was tested. 0 means not tested, as does a field that was cleared. */
export const isAnyTested = (npk: Npk) => Object.values(npk).some((value) => value > 0);

/** Names a value with at most so many decimals, or says that it was not tested. */
export const testedValue = (value: number, decimals: number) =>
  value > 0 ? plain(value, decimals) : t`not tested`;

/** Tells N, P and K of a record: 14, not tested, 120. */
export const testedValues = (npk: Npk) =>
  isAnyTested(npk) ? [npk.n, npk.p, npk.k].map((value) => testedValue(value, 3)).join(', ') : t`not tested`;
