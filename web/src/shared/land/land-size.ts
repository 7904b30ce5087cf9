import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import type { LandUnit } from '../api/land-size';
import { hasAtMostTwoDecimals } from '../forms/two-decimals';

/** A size in another unit than hectares, as the server takes it. */
export interface UnitSize {
  value: number;
  unit: LandUnit;
  /** Of a unit whose size differs between places. */
  unit_square_metres?: number;
}

/** Names the inputs of a form and the members of a request. */
export type SizeBase = 'field_size' | 'land';

/** The size of land in a request: in hectares, or in another unit. */
export interface LandSize<Base extends SizeBase> {
  body: { [name in `${Base}_ha`]?: number } & { [name in Base]?: UnitSize };
  hectares: number;
}

/** Stands for a size of the farmer's own among the choices for a unit. */
export const OWN_SIZE = 'own';

/** The names of the inputs. The server names the members of a request alike. */
export const inputNames = <Base extends SizeBase>(base: Base) => ({
  hectares: `${base}_ha` as const,
  /** In another unit; the acres of acres and cents. */
  value: `${base}.value` as const,
  cents: `${base}.cents` as const,
  unit: `${base}.unit` as const,
  /** The chosen size of a unit that differs between places, or `OWN_SIZE`. */
  unitSize: `${base}.unit_square_metres` as const,
  ownSize: `${base}.own_square_metres` as const,
  /** The size of a unit that has only one. It is not sent. */
  fixedSize: `${base}.fixed_square_metres` as const,
});

/** Limits in square metres; the server has the same. */
const LEAST_M2 = 1;
const MOST_M2 = 100_000_000;

type Texts = Readonly<Record<string, string>>;

interface SizeRules<Base extends SizeBase> {
  base: Base;
  /** Validates the text in hectares. */
  ofHectares: v.GenericSchema<string, number | null>;
  /** The message for a missing size, or one that is not above zero. Without it, the size may be left out. */
  wanted?: () => string;
}

/**
 * Validates the size of land in a form, in the unit that the farmer has chosen, and the other entries of the form.
 * A size in hectares has rules of its own.
 */
export function withSize<Base extends SizeBase, Entries extends v.ObjectEntries>(
  rules: SizeRules<Base>,
  entries: Entries,
): v.GenericSchema<Record<string, string>, Checked<Entries> & { size: SizeOrNone<Base> }> {
  const schema = v.pipe(
    v.lazy((texts) => v.object({ ...entries, ...sizeEntries(rules, texts as Texts) } as v.ObjectEntries)),
    v.transform((checked: Record<string, unknown>) => {
      const own = Object.fromEntries(Object.keys(entries).map((name) => [name, checked[name]]));
      return { ...own, size: sizeOf(rules.base, checked) };
    }),
  );
  // The entries depend on the unit, which types cannot tell.
  return schema as never;
}

type Checked<Entries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Entries, undefined>>;
/** All land may be left out; the size of a field may not. */
type SizeOrNone<Base extends SizeBase> = LandSize<Base> | (Base extends 'land' ? null : never);

/** Acres of the two inputs for acres and cents; NaN if both are empty. */
export function acresOf(acres: string, cents: string): number {
  if (acres === '' && cents === '') return Number.NaN;
  return (Math.round(Number(acres) * 100) + Number(cents)) / 100;
}

function sizeEntries<Base extends SizeBase>(
  { base, ofHectares, wanted }: SizeRules<Base>,
  texts: Texts,
): v.ObjectEntries {
  const names = inputNames(base);
  const textOf = (name: string) => texts[name]?.trim() ?? '';
  const unit = v.fallback(v.string(), 'hectare');
  if ((texts[names.unit] ?? 'hectare') === 'hectare')
    return { [names.unit]: unit, [names.hectares]: ofHectares };

  const [acres, cents] = [textOf(names.value), textOf(names.cents)];
  const isPair = texts[names.unit] === 'acre_and_cents';
  const isLeftOut = !wanted && acres === '' && cents === '';
  const value = isPair ? acresOf(acres, cents) : acres === '' ? Number.NaN : Number(acres);
  const chosen = textOf(names.unitSize);
  const ownSize = chosen === OWN_SIZE ? textOf(names.ownSize) : chosen;
  const unitM2 = Number(textOf(names.fixedSize) || ownSize || Number.NaN);
  const fault = () => {
    if (acres === '' && cents === '') return wanted?.();
    const message = isPair ? pairFault(acres, cents) : undefined;
    if (message !== undefined) return message;
    if (Number.isNaN(value)) return t`Please enter a valid number for the field size.`;
    if (value <= 0) return wanted?.() ?? t`Enter a size above zero, or leave it empty.`;
    return preciseFault(acres, value * unitM2);
  };
  const isAsked = textOf(names.fixedSize) === '' && !isLeftOut;
  return {
    [names.unit]: unit,
    [names.value]: v.pipe(
      v.string(),
      v.rawTransform(({ addIssue, NEVER }) => {
        const message = fault();
        if (message !== undefined) addIssue({ message });
        return message === undefined ? { value: isLeftOut ? null : value, unitM2 } : NEVER;
      }),
    ),
    ...(isAsked && {
      [names.unitSize]: v.pipe(
        v.optional(v.string(), ''),
        v.nonEmpty(() => t`Choose how large this unit is where you live.`),
      ),
    }),
    ...(isAsked &&
      chosen === OWN_SIZE && {
        [names.ownSize]: v.pipe(
          v.string(),
          v.check(
            (text) => Number(text) > 0,
            () => t`Enter the size of the unit in square metres.`,
          ),
        ),
      }),
  };
}

/** Returns what is wrong with the two inputs for acres and cents. */
function pairFault(acres: string, cents: string): string | undefined {
  if (!/^\d{0,2}$/.test(cents)) return t`Enter the cents as a whole number from 0 to 99.`;
  return Number(cents) > 0 && Number(acres) % 1 !== 0 && !Number.isNaN(Number(acres))
    ? t`Enter whole acres, and the rest in cents.`
    : undefined;
}

/** Returns what is wrong with a number above zero. The area is NaN while the size of the unit is not known. */
function preciseFault(text: string, area: number): string | undefined {
  if (!hasAtMostTwoDecimals(text)) return t`Use at most two decimals.`;
  return Number.isNaN(area) || isWithinLimits(area)
    ? undefined
    : t`Enter a size from 1 square metre to 10,000 hectares.`;
}

const isWithinLimits = (area: number) => Math.round(area) >= LEAST_M2 && Math.round(area) <= MOST_M2;

function sizeOf<Base extends SizeBase>(base: Base, checked: Record<string, unknown>): LandSize<Base> | null {
  const names = inputNames(base);
  if (names.hectares in checked) {
    const hectares = checked[names.hectares] as number | null;
    return hectares === null ? null : ({ body: { [names.hectares]: hectares }, hectares } as LandSize<Base>);
  }
  const { value, unitM2 } = checked[names.value] as { value: number | null; unitM2: number };
  if (value === null) return null;
  const isAsked = names.unitSize in checked;
  const size = { value, unit: checked[names.unit], ...(isAsked && { unit_square_metres: unitM2 }) };
  return { body: { [base]: size }, hectares: Math.round(value * unitM2) / 10_000 } as LandSize<Base>;
}
