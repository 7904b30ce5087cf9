import { t } from '@lingui/core/macro';
import type { FarmerRecord } from '@/shared/api/record';
import { plain } from '@/shared/format/numbers';

/** What a soil report gives: elements or oxides, by the hectare or by the acre. */
export const SOIL_REPORTS = ['elements-ha', 'oxides-ha', 'elements-acre', 'oxides-acre'] as const;
export type SoilReport = (typeof SOIL_REPORTS)[number];

type Nutrient = 'n' | 'p' | 'k';
export type Npk = FarmerRecord['npk'];

const ACRES_OF_A_HECTARE = 2.47105381;
/** Part of the element in its oxide, by atomic weights: P in P2O5, K in K2O. */
const IN_OXIDE = { n: 1, p: 0.43642, k: 0.83013 } as const;

export const isInOxides = (report: SoilReport) => report.startsWith('oxides');
export const isByTheAcre = (report: SoilReport) => report.endsWith('acre');

/** Returns the kg/ha of the element for 1 of the report. */
const factor = (report: SoilReport, nutrient: Nutrient) =>
  (isInOxides(report) ? IN_OXIDE[nutrient] : 1) * (isByTheAcre(report) ? ACRES_OF_A_HECTARE : 1);

const hundredths = (value: number) => Math.round(value * 100) / 100;

/** Converts a value of a report to kg/ha of the element. */
export const fromReport = (report: SoilReport, nutrient: Nutrient, value: number) =>
  report === 'elements-ha' ? value : hundredths(value * factor(report, nutrient));

/** Converts kg/ha of the element to a value as the report gives it. */
export const toReport = (report: SoilReport, nutrient: Nutrient, kgPerHa: number) =>
  report === 'elements-ha' ? kgPerHa : hundredths(kgPerHa / factor(report, nutrient));

/** The largest value of a report that stays within the limit in kg/ha. */
export const mostOf = (report: SoilReport, nutrient: Nutrient, limit: number) =>
  report === 'elements-ha' ? limit : Math.floor(limit / factor(report, nutrient));

export function reportName(report: SoilReport): string {
  switch (report) {
    case 'elements-ha':
      return t`N, P, K in kg per hectare, as on the Soil Health Card`;
    case 'oxides-ha':
      return t`N, P₂O₅, K₂O in kg per hectare`;
    case 'elements-acre':
      return t`N, P, K in kg per acre`;
    case 'oxides-acre':
      return t`N, P₂O₅, K₂O in kg per acre`;
  }
}

/** Tells what the values of a report are in kg/ha. */
export function converted({ n, p, k }: Npk): string {
  const [nitrogen, phosphorus, potassium] = [plain(n, 1), plain(p, 1), plain(k, 1)];
  return t`That is N ${nitrogen}, P ${phosphorus}, K ${potassium} in kg per hectare.`;
}
