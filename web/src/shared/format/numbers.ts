/** Figures in the Indian grouping (12,34,567.890), whatever the language of the sentences around them. */
const formats = new Map<number, Intl.NumberFormat>();

function fixed(value: number, decimals: number): string {
  let format = formats.get(decimals);
  if (!format) {
    format = new Intl.NumberFormat('en-IN', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      // A need of -0.001 t shown with two decimals is 0.00, not -0.00.
      signDisplay: 'negative',
    });
    formats.set(decimals, format);
  }
  return format.format(value);
}

/** Demand and Met: tonnes, 3 decimals. */
export const tonnes = (value: number) => fixed(value, 3);
/** Need: tonnes, 2 decimals. */
export const need = (value: number) => fixed(value, 2);
/** Averages and totals: 2 decimals. */
export const total = (value: number) => fixed(value, 2);
/** Percent on the demand table: 5 decimals. */
export const percentLong = (value: number) => fixed(value, 5);
/** Percent on the recommendation tables, cards and pies: 2 decimals. */
export const percent = (value: number) => fixed(value, 2);
/** Share of the land, 0 to 1: 3 decimals. */
export const probability = (value: number) => fixed(value, 3);
/** Kilograms are whole. */
export const kilograms = (value: number) => fixed(value, 0);
export const whole = (value: number) => fixed(value, 0);
/** Field size: 2 decimals. */
export const hectares = (value: number) => fixed(value, 2);

const rough = new Intl.NumberFormat('en-IN', { maximumSignificantDigits: 2 });
const oneDecimal = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 });
const plain = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 3 });
const short = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumSignificantDigits: 3 });

/** For sentences with 'about': 1387 -> 1,400. */
export const about = (value: number) => rough.format(value);
/** Doses and bags, at most one decimal: 62.5, 2. */
export const tenths = (value: number) => oneDecimal.format(value);

/** A range in kg/ha as tonnes per hectare: 1400, 3400 -> 1.4 - 3.4. */
export const yieldRange = (minKgPerHa: number, maxKgPerHa: number) =>
  `${plain.format(minKgPerHa / 1000)} - ${plain.format(maxKgPerHa / 1000)}`;

/** Rounded to three figures in lakh and crore, for chart labels where the exact figure stands beside it: 47.7 Cr. */
export const compact = (value: number) => short.format(value).replace(/(\d)(\p{L})/u, '$1\u00a0$2');
