import { plural, t } from '@lingui/core/macro';
import type { FieldWater, WaterNeeded } from '@/shared/api/advice';
import { about } from '@/shared/format/field-figures';

export function waterCondition(needed: WaterNeeded | null, water: FieldWater | null): string | null {
  if (water !== null || needed === null) return null;
  switch (needed.wants) {
    case 'rain_only':
      return t`Even on rain alone`;
    case 'once_or_twice':
      return t`If you can water it once or twice`;
    case 'all_season':
      return t`If you can water it all season`;
  }
}

export const fieldWater = (water: FieldWater): string =>
  ({
    all_season: t`For a field that you can water all season.`,
    once_or_twice: t`For a field that you can water once or twice.`,
    rain_only: t`For a field with rain only.`,
  })[water];

/** Tells what must come beside the rain; null for a crop that is watered all season though a year's rain is as much. */
export function wateringsBeyondRain(
  { waterings: { low, high }, wants }: Pick<WaterNeeded, 'waterings' | 'wants'>,
  water: FieldWater | null,
): string | null {
  if (high === 0) return wants === 'all_season' ? null : t`Rain is enough for it in three years of four`;
  if (water === 'rain_only') {
    return plural(high, {
      one: 'In a dry year it lacks the water of up to # watering',
      other: 'In a dry year it lacks the water of up to # waterings',
    });
  }
  if (low === high) {
    return plural(high, {
      one: 'A full harvest needs # watering beyond the rain',
      other: 'A full harvest needs # waterings beyond the rain',
    });
  }
  if (low === 0) {
    return plural(high, {
      one: 'A full harvest needs # watering beyond the rain',
      other: 'A full harvest needs up to # waterings beyond the rain',
    });
  }
  return t`A full harvest needs ${low} to ${high} waterings beyond the rain`;
}

export function waterSentences(needed: WaterNeeded): string[] {
  const { uses_mm, rain_mm, soil_mm, missing_mm } = needed;
  const [least, most] = [about(uses_mm.low), about(uses_mm.high)];
  const [rain, soil] = [about(rain_mm), about(soil_mm)];
  const [atLeast, atMost] = [about(missing_mm.low), about(missing_mm.high)];
  return [
    t`It uses ${least} to ${most} mm of water while it grows. In three years of four the rain gives at least ${rain} mm then.`,
    soil_mm > 0 ? t`The soil still holds about ${soil} mm from the monsoon.` : '',
    missing_mm.high > 0
      ? t`${atLeast} to ${atMost} mm must come from a well, a canal or a tank. One watering gives some 60 mm.`
      : '',
  ].filter(Boolean);
}
