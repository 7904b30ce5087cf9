/**
 * Formats a figure in the Indian grouping (12,34,567.890) in every language. Hand-written: tables have
 * hundreds of figures, and `Intl.NumberFormat` is slow to create on slow phones.
 */
export function fixed(value: number, decimals: number): string {
  const size = Math.abs(value);
  // Rounds the decimal notation half up: in binary, 1.005 is slightly less. Values below 1e-6 have no plain
  // notation and count as 0.
  const units = size < 1e-6 ? 0 : Math.round(Number(`${size}e${decimals}`));
  const digits = String(units).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const whole = digits.slice(0, point).replace(/\B(?=(?:\d{2})*\d{3}$)/g, ',');
  // A need of -0.001 t with two decimals is 0.00, not -0.00.
  const sign = value < 0 && units > 0 ? '-' : '';
  return sign + whole + (decimals > 0 ? `.${digits.slice(point)}` : '');
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
/** Kilograms are whole. */
export const kilograms = (value: number) => fixed(value, 0);
export const whole = (value: number) => fixed(value, 0);

/** A part as so many of 100, or of 1,000 where it is less than half of one in 100. */
export function perHundred(part: number): [parts: string, of: string] {
  const base = part < 0.005 ? 1000 : 100;
  return [whole(part * base), whole(base)];
}

/** Formats rupees: ₹1,14,800. */
export const rupees = (value: number) => `₹${whole(value)}`;

/** Rounds a computed sum to hundreds, so that it does not look exact. */
export const aboutRupees = (value: number) => rupees(Math.round(value / 100) * 100);

/** Formats with at most this many decimals, without trailing zeros. */
export const plain = (value: number, decimals: number) =>
  fixed(value, decimals)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
