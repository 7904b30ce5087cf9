import { t } from '@lingui/core/macro';
import * as v from 'valibot';

export const MATURITIES = ['early', 'medium', 'late'] as const;
export type Maturity = (typeof MATURITIES)[number];

/** How long a variety stands, beside the crop's others. */
export function maturityName(maturity: Maturity): string {
  switch (maturity) {
    case 'early':
      return t`Early: ripe sooner than most`;
    case 'medium':
      return t`Medium: ripe with most others`;
    case 'late':
      return t`Late: ripe later than most`;
  }
}

/** Validates the choice, which may be left open. */
export const maturity = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => MATURITIES.find((one) => one === text)),
);

/** Says the variety of a sowing, as far as it is known. */
export function varietyLabel(maturity: string | null): string {
  switch (maturity) {
    case 'early':
      return t`Early variety`;
    case 'medium':
      return t`Medium variety`;
    case 'late':
      return t`Late variety`;
    default:
      return t`Variety`;
  }
}
