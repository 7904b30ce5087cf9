import type { EnteredSize, LandUnit } from '../api/land-size';
import { HECTARE_M2 } from './measures';

/** A size that is saved already. */
export interface SavedSize {
  hectares: number | null;
  entered: EnteredSize | null;
}

/** The texts of the inputs: a number of units, or acres and cents. */
export interface SizeTexts {
  value: string;
  cents: string;
}

export function savedUnit(saved: SavedSize | undefined): LandUnit | undefined {
  if (saved?.entered) return saved.entered.unit;
  return saved?.hectares ? 'hectare' : undefined;
}

/** The size that the farmer chose for a unit that differs between places. */
export function savedUnitSizes(saved: SavedSize | undefined): Partial<Record<LandUnit, number>> {
  const size = saved?.entered?.unit_square_metres;
  return saved?.entered && size ? { [saved.entered.unit]: size } : {};
}

/** The size of a unit as it follows from what is saved in it, for a unit that is offered no more. Else NaN. */
export function impliedUnitSize(saved: SavedSize | undefined, unit: LandUnit): number {
  if (!saved?.hectares || saved.entered?.unit !== unit) return Number.NaN;
  return (saved.hectares * HECTARE_M2) / saved.entered.value;
}

/**
 * What the inputs of a unit begin with: empty in all units but the saved one. Not formatted: a number input takes no
 * grouped digits, and a rounded size would be saved as such.
 */
export function savedTexts(saved: SavedSize | undefined, unit: LandUnit | undefined): SizeTexts {
  if (unit === undefined || unit !== savedUnit(saved)) return { value: '', cents: '' };
  if (!saved?.entered) return { value: String(saved?.hectares), cents: '' };
  const { value } = saved.entered;
  if (unit !== 'acre_and_cents') return { value: String(value), cents: '' };
  const hundredths = Math.round(value * 100);
  return { value: String(Math.floor(hundredths / 100)), cents: String(hundredths % 100) };
}
