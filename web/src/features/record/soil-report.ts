import { t } from '@lingui/core/macro';
import { HECTARES_OF_AN_ACRE } from '@/shared/measures';
import { type Npk, testedValue } from './tested';

/** What a soil report gives: elements or oxides, by the hectare or by the acre. */
export const SOIL_REPORTS = ['elements-ha', 'oxides-ha', 'elements-acre', 'oxides-acre'] as const;
export type SoilReport = (typeof SOIL_REPORTS)[number];

type Nutrient = 'n' | 'p' | 'k';

/** Part of the element in its oxide, by atomic weights: P in P2O5, K in K2O. */
const IN_OXIDE = { n: 1, p: 0.43642, k: 0.83013 } as const;

export const isInOxides = (report: SoilReport) => report.startsWith('oxides');
export const isByTheAcre = (report: SoilReport) => report.endsWith('acre');

/** Returns the kg/ha of the element for 1 of the report. */
const factor = (report: SoilReport, nutrient: Nutrient) =>
  (isInOxides(report) ? IN_OXIDE[nutrient] : 1) / (isByTheAcre(report) ? HECTARES_OF_AN_ACRE : 1);

const hundredths = (value: number) => Math.round(value * 100) / 100;

/** Converts a value of a report to kg/ha of the element. */
export const fromReport = (report: SoilReport, nutrient: Nutrient, value: number) =>
  report === 'elements-ha' ? value : hundredths(value * factor(report, nutrient));

/** Converts kg/ha of the element to a value as the report gives it. */
export const toReport = (report: SoilReport, nutrient: Nutrient, kgPerHa: number) =>
  report === 'elements-ha' ? kgPerHa : hundredths(kgPerHa / factor(report, nutrient));

/** The largest value of a report, to two decimals, that stays within the limit in kg/ha. */
export function mostOf(report: SoilReport, nutrient: Nutrient, limit: number): number {
  if (report === 'elements-ha') return limit;
  const rounded = toReport(report, nutrient, limit);
  return fromReport(report, nutrient, rounded) <= limit
    ? rounded
    : Math.floor((limit / factor(report, nutrient)) * 100) / 100;
}

/** Returns the entered kg/ha; where they are those of the saved value as the report gives it, the saved value. */
export function withoutRounding(report: SoilReport, entered: Npk, saved: Npk): Npk {
  const exact = (nutrient: Nutrient) =>
    entered[nutrient] === fromReport(report, nutrient, toReport(report, nutrient, saved[nutrient]))
      ? saved[nutrient]
      : entered[nutrient];
  return { n: exact('n'), p: exact('p'), k: exact('k') };
}

export const reportName = (report: SoilReport): string =>
  ({
    'elements-ha': t`N, P, K in kg per hectare, as on the Soil Health Card`,
    'oxides-ha': t`N, P₂O₅, K₂O in kg per hectare`,
    'elements-acre': t`N, P, K in kg per acre`,
    'oxides-acre': t`N, P₂O₅, K₂O in kg per acre`,
  })[report];

export function converted({ n, p, k }: Npk): string {
  const [nitrogen, phosphorus, potassium] = [testedValue(n, 1), testedValue(p, 1), testedValue(k, 1)];
  return t`That is N ${nitrogen}, P ${phosphorus}, K ${potassium} in kg per hectare.`;
}
