import { fixed, plain } from './numbers';

// Figures of fields, which the first screen of a guest does not need.

/** Field size: 2 decimals. */
export const hectares = (value: number) => fixed(value, 2);
/** Share of the land, 0 to 1: 3 decimals. */
export const probability = (value: number) => fixed(value, 3);
/** Rounds to two significant digits, for sentences with 'about': 1387 -> 1,400. */
export const about = (value: number) => plain(Number(value.toPrecision(2)), 3);
/** Doses and bags, at most one decimal: 62.5, 2. */
export const tenths = (value: number) => plain(value, 1);

/** A range in kg/ha as tonnes per hectare: 1400, 3400 -> 1.4 - 3.4. */
export const yieldRange = (minKgPerHa: number, maxKgPerHa: number) =>
  `${plain(minKgPerHa / 1000, 3)} - ${plain(maxKgPerHa / 1000, 3)}`;
