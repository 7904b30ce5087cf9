import { t } from '@lingui/core/macro';
import type { LandUnits } from '@/shared/api/land-size';
import { HECTARE_M2, HECTARES_OF_AN_ACRE } from '@/shared/measures';
import { thinksInAcres, unitName } from './units';

/** The piece of land that a farmer reckons money by. */
export interface Yardstick {
  hectares: number;
  /** 'an acre', 'a hectare', 'a bigha'. */
  each: string;
}

/** Returns the acre, the bigha or the katha of a farmer who measures in it, else the hectare. */
export function yardstick({ preferred, offered }: LandUnits): Yardstick {
  if (thinksInAcres(preferred)) return { hectares: HECTARES_OF_AN_ACRE, each: t`an acre` };
  const size = offered.find(({ unit }) => unit === preferred)?.square_metres;
  if (!size || (preferred !== 'bigha' && preferred !== 'katha')) return { hectares: 1, each: t`a hectare` };
  const unit = unitName(preferred);
  return { hectares: size / HECTARE_M2, each: t`a ${unit}` };
}
