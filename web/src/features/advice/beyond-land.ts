import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { areaInFullWords } from '@/domain/land/units';
import { ApiError } from '@/shared/api/problem';
import { ACRE_M2, HECTARE_M2 } from '@/shared/measures';

const limit = v.object({ own_land: v.object({ land_ha: v.number(), planned_ha: v.number() }) });

/** Returns true if a plan was refused because the farmer's plans would take more land than the farmer has said. */
export const isBeyondLand = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.type === 'plans-beyond-land';

/** Tells how much land is left for a plan that was refused; null for another refusal. */
export function beyondLand(error: unknown, inAcres: boolean): string | null {
  if (!isBeyondLand(error)) return null;
  const told = v.safeParse(limit, error.limit);
  if (!told.success) return null;
  const { land_ha, planned_ha } = told.output.own_land;
  const own = areaInFullWords(land_ha, inAcres);
  if (planned_ha === 0) {
    return t`You have ${own} of land, as you said. This field is larger. Plan a smaller one, or correct your land.`;
  }
  const taken = areaInFullWords(planned_ha, inAcres);
  const room = roomLeft(land_ha, planned_ha, inAcres);
  if (room <= 0) {
    return t`You have ${own} of land, as you said, and your plans take ${taken} already. Drop a plan, or correct your land.`;
  }
  const left = areaInFullWords(room, inAcres);
  return t`You have ${own} of land, as you said. Your plans take ${taken} already, so this field can have ${left}. Plan a smaller one, drop a plan, or correct your land.`;
}

/** Hectares left, down to a hundredth of the farmer's measure, so that the amount that is told is not refused. */
function roomLeft(land: number, planned: number, inAcres: boolean): number {
  const squareMetres = Math.round((land - planned) * HECTARE_M2);
  const measure = inAcres ? ACRE_M2 : HECTARE_M2;
  // The server allows for sizes that are rounded to whole square metres.
  return (Math.floor(((squareMetres + 1) / measure) * 100) / 100) * (measure / HECTARE_M2);
}
