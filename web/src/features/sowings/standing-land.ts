import { t } from '@lingui/core/macro';
import { areaInFullWords } from '@/domain/land/units';
import type { Sowing } from '@/shared/api/sowings';
import { HECTARE_M2 } from '@/shared/measures';

/** Asked about from this much land on, if the farmer has not said how much they have. */
const USUAL_MOST_HA = 10;

/** Returns the hectares on which a crop still stands: not harvested, not failed, and not past its harvest. */
export function standingLand(sowings: readonly Sowing[], today: string): number {
  const stands = ({ closed, harvest_until }: Sowing) => !closed && harvest_until >= today;
  // Whole square metres, because sums of decimals are not exact.
  const squareMetres = sowings
    .filter(stands)
    .reduce((sum, { field_size_ha }) => sum + Math.round(field_size_ha * HECTARE_M2), 0);
  return squareMetres / HECTARE_M2;
}

/** Returns the question before a sowing that passes the farmer's land; null if it does not. */
export function landQuestion(
  standing: number,
  sown: number,
  ownLand: number | null,
  inAcres: boolean,
): string | null {
  const together = standing + sown;
  if (together <= (ownLand ?? USUAL_MOST_HA)) return null;
  const [field, all] = [areaInFullWords(sown, inAcres), areaInFullWords(together, inAcres)];
  if (ownLand === null) {
    return standing > 0
      ? t`With this field of ${field}, your crops stand on ${all}. Is that right?`
      : t`You entered a field of ${field}. Is that right?`;
  }
  const own = areaInFullWords(ownLand, inAcres);
  return standing > 0
    ? t`You have ${own} of land, as you said. With this field of ${field}, your crops stand on ${all}. Is that right?`
    : t`You have ${own} of land, as you said. This field has ${field}. Is that right?`;
}
