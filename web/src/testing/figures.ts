/** Expected figures, computed independently of the app with integers. */

/**
 * Formats a fraction with a number of decimals, rounded half away from zero, in the Indian grouping:
 * 12,34,567.890.
 */
export function written(numerator: bigint, denominator: bigint, decimals: number): string {
  const size = numerator < 0n ? -numerator : numerator;
  const scaled = (2n * size * 10n ** BigInt(decimals) + denominator) / (2n * denominator);
  const digits = String(scaled).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const grouped = [whole.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ','), whole.slice(-3)]
    .filter(Boolean)
    .join(',');
  return `${numerator < 0n && scaled !== 0n ? '-' : ''}${grouped}.${digits.slice(digits.length - decimals)}`;
}

/** Converts tonnes of an answer to kilograms. */
export const kilograms = (tonnes: number) => BigInt(Math.round(tonnes * 1000));

export interface CropFigures {
  name: string;
  demand: bigint;
  met: bigint;
  /** Whether the need, or the surplus, is beyond the error of the figure. */
  isBeyondError: boolean;
}

interface Answered {
  name: string;
  demand_tonnes: number;
  met_tonnes: number;
  is_beyond_error?: boolean | null | undefined;
}

/** Returns demand and met of an answer; tests compute the rest. */
export const figuresOf = (rows: readonly Answered[]): CropFigures[] =>
  rows.map((row) => ({
    name: row.name,
    demand: kilograms(row.demand_tonnes),
    met: kilograms(row.met_tonnes),
    isBeyondError: row.is_beyond_error === true,
  }));

export const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

/** Demand, Met and Need as the tables show them. */
export const demandText = ({ demand }: CropFigures) => written(demand, 1000n, 3);
export const metText = ({ met }: CropFigures) => written(met, 1000n, 3);
export const needText = (figures: CropFigures) =>
  `${written(figures.demand - figures.met, 1000n, 2)}${isSurplus(figures) ? 'surplus' : ''}`;

const isSurplus = ({ demand, met, isBeyondError }: CropFigures) => met > demand && isBeyondError;

/** Met / demand * 100, or 0 if demand is 0. */
export const percentText = ({ demand, met }: Pick<CropFigures, 'demand' | 'met'>, decimals: number) =>
  demand === 0n ? written(0n, 1n, decimals) : written(met * 100n, demand, decimals);

/** Text beside the pie. */
export function breakdownText(figures: CropFigures): string {
  const met = `Met ${percentText(figures, 2)}%`;
  if (isSurplus(figures)) return `${met}surplus`;
  const open = figures.met > figures.demand ? 0n : figures.demand - figures.met;
  return `${met}Not Met ${percentText({ ...figures, met: open }, 2)}%`;
}

/** Sorts by met, largest first. */
export const byMet = (rows: readonly CropFigures[]) =>
  rows.toSorted((one, other) => (one.met < other.met ? 1 : one.met > other.met ? -1 : 0));
