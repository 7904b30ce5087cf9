import { t } from '@lingui/core/macro';
import { plain } from './numbers';

// Figures in lakh and crore, in words of our own: `Intl` counts Tamil in millions.

/** Words for a rounded figure in a unit. */
interface Words {
  crore: (figure: string) => string;
  lakh: (figure: string) => string;
  thousand?: (figure: string) => string;
  /** Below the smallest unit. */
  one: (rounded: number) => string;
}

function inLakhs(
  value: number,
  digits: number,
  decimals: number,
  { crore, lakh, thousand, one }: Words,
): string {
  const rounded = Number(value.toPrecision(digits));
  const size = Math.abs(rounded);
  if (size >= 1e7) return crore(plain(rounded / 1e7, decimals));
  if (size >= 1e5) return lakh(plain(rounded / 1e5, decimals));
  return thousand && size >= 1e3 ? thousand(plain(rounded / 1e3, decimals)) : one(rounded);
}

const unbroken = (text: string) => text.replaceAll(' ', '\u00a0');

/** Formats a weight with two digits: about 2.1 crore tonnes. Empty below a lakh, whose figure is short. */
export const aboutTonnes = (value: number) =>
  inLakhs(value, 2, 1, {
    crore: (crores) => t`about ${crores} crore tonnes`,
    lakh: (lakhs) => t`about ${lakhs} lakh tonnes`,
    one: () => '',
  });

/** Formats a weight for a sentence, with three digits: 92.3 lakh t. The exact figure is in the table. */
export const roundTonnes = (value: number) =>
  unbroken(
    inLakhs(value, 3, 2, {
      crore: (crores) => t`${crores} crore t`,
      lakh: (lakhs) => t`${lakhs} lakh t`,
      one: (rounded) => withUnit(plain(rounded, 3)),
    }),
  );

/** Formats a figure with three digits for a chart, beside the exact figure: 47.7 Cr, 2.8 L, 28 K. */
export const compact = (value: number) =>
  unbroken(
    inLakhs(value, 3, 2, {
      crore: (crores) => t`${crores} Cr`,
      lakh: (lakhs) => t`${lakhs} L`,
      thousand: (thousands) => t`${thousands} K`,
      one: (rounded) => plain(rounded, 2),
    }),
  );

/** The same for a weight: 3.63 K t. */
export const compactTonnes = (value: number) => unbroken(withUnit(compact(value)));

const withUnit = (tonnes: string) => t`${tonnes} t`;
