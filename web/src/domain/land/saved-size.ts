import * as v from 'valibot';
import { type EnteredSize, type LandUnit, landUnit } from '@/shared/api/land-size';
import type { Texts } from '@/shared/forms/draft';
import { HECTARE_M2 } from '@/shared/measures';
import { acresOf, inputNames, type SizeBase } from './land-size';

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

/** The size that the texts of a draft tell; undefined if they tell none. */
export function draftedSize(base: SizeBase, texts: Texts): SavedSize | undefined {
  const names = inputNames(base);
  const number = (name: string) => Number(texts[name] || Number.NaN);
  const unit = texts[names.unit];
  if (!v.is(landUnit, unit) || unit === 'hectare') {
    const hectares = number(names.hectares);
    return hectares > 0 ? { hectares, entered: null } : undefined;
  }
  const value =
    unit === 'acre_and_cents'
      ? acresOf(texts[names.value] ?? '', texts[names.cents] ?? '')
      : number(names.value);
  const unit_square_metres = number(names.unitSize) || number(names.ownSize) || null;
  return value > 0 ? { hectares: null, entered: { value, unit, unit_square_metres } } : undefined;
}

/** The unit that a size was entered in; undefined in hectares. */
export const savedUnit = (saved: SavedSize | undefined): LandUnit | undefined => saved?.entered?.unit;

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
 * grouped digits.
 */
export const savedTexts = (saved: SavedSize | undefined, unit: LandUnit): SizeTexts =>
  saved?.entered && unit === saved.entered.unit ? textsOf(saved.entered.value, unit) : NOTHING;

/** The number of units that make these hectares, to two decimals. Zero if either is unknown. */
export function ownValue(hectares: number, unitM2: number): number {
  const value = (hectares * HECTARE_M2) / unitM2;
  return value > 0 && Number.isFinite(value) ? Math.round(value * 100) / 100 : 0;
}

/** The same as texts. Nothing if either is unknown. */
export function ownTexts(hectares: number, unit: LandUnit, unitM2: number): SizeTexts {
  const value = (hectares * HECTARE_M2) / unitM2;
  return value > 0 && Number.isFinite(value) ? textsOf(ownValue(hectares, unitM2), unit) : NOTHING;
}

/** Hectares as they follow from another unit: with two decimals, small fields with four. */
export const hectareText = (hectares: number): string =>
  hectares > 0 && Number.isFinite(hectares) ? String(Number(hectares.toFixed(hectares < 0.1 ? 4 : 2))) : '';

const NOTHING: SizeTexts = { value: '', cents: '' };

function textsOf(value: number, unit: LandUnit): SizeTexts {
  if (unit !== 'acre_and_cents') return { value: String(value), cents: '' };
  const hundredths = Math.round(value * 100);
  return { value: String(Math.floor(hundredths / 100)), cents: String(hundredths % 100) };
}
