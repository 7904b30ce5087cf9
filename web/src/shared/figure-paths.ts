import { demandPath, INDIA } from './paths';

// Addresses that the first screen does not need.

const answered = (path: string, region: string) => (region === INDIA ? path : `${path}?region=${region}`);

/** Figures of a region, for programs and for a spreadsheet. */
export const figurePaths = {
  json: (region: string) => answered('/api/v1/demand', region),
  csv: (region: string) => answered('/api/v1/demand.csv', region),
} as const;

/** Returns the address that compares two regions. */
export function comparePath(region: string, other: string): string {
  const path = demandPath(region);
  return `${path}${path.includes('?') ? '&' : '?'}with=${other}`;
}
