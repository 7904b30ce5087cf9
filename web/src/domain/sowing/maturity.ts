import { t } from '@lingui/core/macro';
import * as v from 'valibot';

export const MATURITIES = ['early', 'medium', 'late'] as const;
export type Maturity = (typeof MATURITIES)[number];

/** How long a variety stands, beside the crop's others. */
export const maturityName = (maturity: Maturity): string =>
  ({
    early: t`Early: ripe sooner than most`,
    medium: t`Medium: ripe with most others`,
    late: t`Late: ripe later than most`,
  })[maturity];

/** Validates the choice, which may be left open. */
export const maturity = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => MATURITIES.find((one) => one === text)),
);

export function varietyLabel(maturity: string | null): string {
  const words: Readonly<Record<string, string>> = {
    early: t`Early variety`,
    medium: t`Medium variety`,
    late: t`Late variety`,
  };
  return words[maturity ?? ''] ?? t`Variety`;
}
