import { plain } from '../format/numbers';

const UNITS = [
  { unit: 'Cr', size: 1e7 },
  { unit: 'L', size: 1e5 },
  { unit: 'K', size: 1e3 },
];

/** Three figures, in thousand, lakh or crore, for chart labels where the exact figure stands beside it: 47.7 Cr. */
export function compact(value: number): string {
  const rounded = Number(value.toPrecision(3));
  const scale = UNITS.find(({ size }) => rounded >= size);
  return scale ? `${plain(rounded / scale.size, 2)}\u00a0${scale.unit}` : plain(rounded, 2);
}
