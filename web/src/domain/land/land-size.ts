import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import type { LandUnit } from '@/shared/api/land-size';
import { hasAtMostTwoDecimals } from '@/shared/forms/two-decimals';
import { HECTARE_M2, MOST_HECTARES } from '@/shared/measures';

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
const MOST_M2 = MOST_HECTARES * HECTARE_M2;

type Texts = Readonly<Record<string, string>>;

interface SizeRules<Base extends SizeBase> {
  base: Base;
  /** Validates the text in hectares. */
  ofHectares: v.GenericSchema<string, number | null>;
  /** The message for a missing size, or one that is not above zero. Without it, the size may be left out. */
  wanted?: () => string;
  /** The message for a text in another unit that is no number, if it is not the size of a field. */
  notANumber?: () => string;
}

/** What is wrong with a size, and the input that it concerns. */
interface Fault {
  name: string;
  message: string;
}

type Checked<Entries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Entries, undefined>>;
/** All land may be left out; the size of a field may not. */
type SizeOrNone<Base extends SizeBase> = LandSize<Base> | (Base extends 'land' ? null : never);

/**
 * Validates the size of land in a form, in the unit that the farmer has chosen, and the other entries of the form.
 * A size in hectares has rules of its own.
 */
export function withSize<Base extends SizeBase, Entries extends v.ObjectEntries>(
  rules: SizeRules<Base>,
  entries: Entries,
): v.GenericSchema<Record<string, string>, Checked<Entries> & { size: SizeOrNone<Base> }> {
  const others = v.object(entries);
  return v.pipe(
    v.record(v.string(), v.string()),
    v.rawTransform(({ dataset: { value: texts }, config, addIssue, NEVER }) => {
      const checked = v.safeParse(others, texts, { abortPipeEarly: config.abortPipeEarly });
      const size = sizeFrom(rules, texts);
      for (const { message, path } of checked.issues ?? []) addIssue({ message, path });
      if (isFault(size)) addIssue({ message: size.message, path: [pathTo(texts, size.name)] });
      if (!checked.success || isFault(size)) return NEVER;
      // Null only without `wanted`, which the types do not tell.
      return { ...checked.output, size: size as SizeOrNone<Base> };
    }),
  );
}

const isFault = (size: LandSize<SizeBase> | Fault | null): size is Fault =>
  size !== null && 'message' in size;

const pathTo = (input: Record<string, string>, key: string) =>
  ({ type: 'object', origin: 'value', input, key, value: input[key] }) as const;

/** Returns the size that the texts of a form tell; null if it is left out. */
function sizeFrom<Base extends SizeBase>(
  rules: SizeRules<Base>,
  texts: Texts,
): LandSize<Base> | Fault | null {
  const names = inputNames(rules.base);
  const unit = texts[names.unit] ?? 'hectare';
  if (unit === 'hectare') return sizeInHectares(rules, texts);
  const textOf = (name: string) => texts[name]?.trim() ?? '';
  const number = textOf(names.value);
  const cents = unit === 'acre_and_cents' ? textOf(names.cents) : '';
  if (number === '' && cents === '')
    return rules.wanted ? { name: names.value, message: rules.wanted() } : null;
  const value = unit === 'acre_and_cents' ? acresOf(number, cents) : Number(number);
  const wrong = centsFault(number, cents) ?? numberFault(rules, number, value);
  if (wrong !== undefined) return { name: names.value, message: wrong };

  const fixedM2 = Number(textOf(names.fixedSize));
  const unitM2 = fixedM2 > 0 ? fixedM2 : chosenUnitSize(names, textOf);
  if (typeof unitM2 !== 'number') return unitM2;
  const area = Math.round(value * unitM2);
  if (!(area >= LEAST_M2 && area <= MOST_M2))
    return { name: names.value, message: t`Enter a size from 1 square metre to 10,000 hectares.` };
  const size = { value, unit, ...(unitM2 !== fixedM2 && { unit_square_metres: unitM2 }) };
  return { body: { [rules.base]: size }, hectares: area / HECTARE_M2 } as LandSize<Base>;
}

/** Returns the size that the farmer chose for a unit, in square metres. */
function chosenUnitSize(
  names: ReturnType<typeof inputNames<SizeBase>>,
  textOf: (name: string) => string,
): number | Fault {
  const chosen = textOf(names.unitSize);
  if (chosen === '')
    return { name: names.unitSize, message: t`Choose how large this unit is where you live.` };
  if (chosen !== OWN_SIZE) return Number(chosen);
  const own = Number(textOf(names.ownSize));
  return own > 0 ? own : { name: names.ownSize, message: t`Enter the size of the unit in square metres.` };
}

function sizeInHectares<Base extends SizeBase>(
  { base, ofHectares }: SizeRules<Base>,
  texts: Texts,
): LandSize<Base> | Fault | null {
  const name = inputNames(base).hectares;
  const { success, output, issues } = v.safeParse(ofHectares, texts[name], { abortPipeEarly: true });
  if (!success) return { name, message: issues[0].message };
  return output === null ? null : ({ body: { [name]: output }, hectares: output } as LandSize<Base>);
}

/** Acres of the two inputs for acres and cents; NaN if both are empty. */
export function acresOf(acres: string, cents: string): number {
  if (acres === '' && cents === '') return Number.NaN;
  return (Math.round(Number(acres) * 100) + Number(cents)) / 100;
}

/** Returns what is wrong with the cents beside the acres. */
function centsFault(acres: string, cents: string): string | undefined {
  if (!/^\d{0,2}$/.test(cents)) return t`Enter the cents as a whole number from 0 to 99.`;
  return Number(cents) > 0 && Number(acres) % 1 !== 0 && !Number.isNaN(Number(acres))
    ? t`Enter whole acres, and the rest in cents.`
    : undefined;
}

/** Returns what is wrong with a number of units. */
function numberFault(
  { wanted, notANumber }: SizeRules<SizeBase>,
  text: string,
  value: number,
): string | undefined {
  if (Number.isNaN(value)) return notANumber?.() ?? t`Please enter a valid number for the field size.`;
  if (value <= 0) return wanted?.() ?? t`Enter a size above zero, or leave it empty.`;
  return hasAtMostTwoDecimals(text) ? undefined : t`Use at most two decimals.`;
}
