import { plain } from '../format/numbers';

const UNITS = [
  { unit: 'Cr', size: 1e7 },
  { unit: 'L', size: 1e5 },
  { unit: 'K', size: 1e3 },
];

/**
 * Formats a figure with three digits, in thousand, lakh or crore: 47.7 Cr. For chart labels beside the exact
 * figure.
 */
export function compact(value: number): string {
  const rounded = Number(value.toPrecision(3));
  const scale = UNITS.find(({ size }) => rounded >= size);
  return scale ? `${plain(rounded / scale.size, 2)}\u00a0${scale.unit}` : plain(rounded, 2);
}
