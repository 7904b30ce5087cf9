import { plural, t } from '@lingui/core/macro';
import type { EnteredSize, LandUnit } from '@/shared/api/land-size';
import { plain } from '@/shared/format/numbers';
import { ACRE_M2, HECTARE_M2, HECTARES_OF_AN_ACRE } from '@/shared/measures';

/** The names of the units, in the plural where the language has one. */
const NAMES: Readonly<Record<LandUnit, () => string>> = {
  hectare: () => t`hectares`,
  acre: () => t`acres`,
  acre_and_cents: () => t`acres and cents`,
  cent: () => t`cents`,
  decimal: () => t`decimals`,
  ground: () => t`grounds`,
  guntha: () => t`guntha`,
  kanal: () => t`kanal`,
  marla: () => t`marla`,
  bigha: () => t`bigha`,
  biswa: () => t`biswa`,
  katha: () => t`katha`,
  kuli: () => t`kuli`,
  ma: () => t`ma`,
};

export const unitName = (unit: LandUnit) => NAMES[unit]();

type CountedUnit = Exclude<LandUnit, 'acre_and_cents'>;

const AMOUNTS: Readonly<Record<CountedUnit, (figure: string, count: number) => string>> = {
  hectare: (figure, count) => hectaresOf(figure, count),
  acre: (figure, count) => plural(count, { one: `${figure} acre`, other: `${figure} acres` }),
  cent: (figure, count) => plural(count, { one: `${figure} cent`, other: `${figure} cents` }),
  decimal: (figure, count) => plural(count, { one: `${figure} decimal`, other: `${figure} decimals` }),
  ground: (figure, count) => plural(count, { one: `${figure} ground`, other: `${figure} grounds` }),
  guntha: (figure) => t`${figure} guntha`,
  kanal: (figure) => t`${figure} kanal`,
  marla: (figure) => t`${figure} marla`,
  bigha: (figure) => t`${figure} bigha`,
  biswa: (figure) => t`${figure} biswa`,
  katha: (figure) => t`${figure} katha`,
  kuli: (figure) => t`${figure} kuli`,
  ma: (figure) => t`${figure} ma`,
};

/** A number of units: '2.25 acres'. */
export const amountOf = (figure: string, unit: CountedUnit) => AMOUNTS[unit](figure, Number(figure));

/** A size as it was entered: '2.25 acres', '1 acre 25 cents'. */
export function enteredAmount({ value, unit }: Pick<EnteredSize, 'value' | 'unit'>): string {
  if (unit !== 'acre_and_cents') return amountOf(plain(value, 2), unit);
  const hundredths = Math.round(value * 100);
  const cents = amountOf(plain(hundredths % 100, 0), 'cent');
  if (hundredths < 100) return cents;
  const acres = amountOf(plain(Math.floor(hundredths / 100), 0), 'acre');
  return hundredths % 100 === 0 ? acres : t`${acres} ${cents}`;
}

/** Hectares with two decimals; small fields with four. */
export const hectareFigure = (hectares: number) => plain(hectares, hectares < 0.1 ? 4 : 2);

/** Hectares in words: '0.81 hectare', '1.2 hectares'. */
export const hectaresInWords = (hectares: number) => hectaresOf(hectareFigure(hectares), hectares);

const hectaresOf = (figure: string, hectares: number) =>
  plural(hectares <= 1 ? 1 : 2, { one: `${figure} hectare`, other: `${figure} hectares` });

interface Field {
  field_size_ha: number;
  entered: EnteredSize | null;
}

/** The size of a field as the farmer entered it, with hectares beside: '1 acre 25 cents (0.51 hectare)'. */
export function fieldAmountWithHectares({ field_size_ha, entered }: Field): string {
  const hectares = hectaresInWords(field_size_ha);
  if (!entered) return hectares;
  const amount = enteredAmount(entered);
  return t`${amount} (${hectares})`;
}

const NOT_OF_ACRES: readonly LandUnit[] = ['hectare', 'bigha', 'biswa', 'katha'];

/** Whether who measures in this unit thinks of yields and prices by the acre. */
export const thinksInAcres = (unit: LandUnit | null | undefined) => !!unit && !NOT_OF_ACRES.includes(unit);

/** A size that the farmer did not enter as such: '3.1 acres' for who thinks in acres, else '1.25 ha'. */
export function areaInWords(hectares: number, inAcres: boolean): string {
  if (inAcres) return amountOf(plain(hectares / HECTARES_OF_AN_ACRE, 2), 'acre');
  const figure = plain(hectares, 2);
  return t`${figure} ha`;
}

/** The same without a short form: '3.1 acres', '1.25 hectares'. */
export const areaInFullWords = (hectares: number, inAcres: boolean) =>
  inAcres ? areaInWords(hectares, true) : hectaresInWords(hectares);

/** The size of a unit: '1 bigha = 0.25 hectare', '1 kuli = 13.4 square metres'. */
export function unitInWords(unit: LandUnit, squareMetres: number): string {
  const name = unitName(unit);
  if (squareMetres < 1000) {
    const figure = plain(squareMetres, squareMetres < 100 ? 1 : 0);
    return t`1 ${name} = ${figure} square metres`;
  }
  const figure = hectareFigure(squareMetres / HECTARE_M2);
  return t`1 ${name} = ${figure} hectare`;
}

/** How many of a unit make an acre: '1.6 bigha make one acre'. */
export function unitsToTheAcre(unit: LandUnit, squareMetres: number): string {
  const [figure, name] = [plain(Number((ACRE_M2 / squareMetres).toPrecision(2)), 2), unitName(unit)];
  return t`about ${figure} ${name} make one acre`;
}
