import { t } from '@lingui/core/macro';
import { plain } from '../format/numbers';

const THOUSAND = 1e3;
const LAKH = 1e5;
const CRORE = 1e7;
const NO_BREAK = '\u00a0';

/**
 * Formats a figure with three digits, in thousand, lakh or crore: 47.7 Cr. For chart labels beside the exact
 * figure. The words are our own: `Intl` counts Tamil in millions.
 */
export function compact(value: number): string {
  const rounded = Number(value.toPrecision(3));
  return words(rounded).replaceAll(' ', NO_BREAK);
}

/** The same for a weight: 3.63 K t. */
export function compactTonnes(value: number): string {
  const tonnes = compact(value);
  return t`${tonnes} t`.replaceAll(' ', NO_BREAK);
}

function words(rounded: number): string {
  const inUnits = (size: number) => plain(rounded / size, 2);
  if (rounded >= CRORE) {
    const crores = inUnits(CRORE);
    return t`${crores} Cr`;
  }
  if (rounded >= LAKH) {
    const lakhs = inUnits(LAKH);
    return t`${lakhs} L`;
  }
  if (rounded >= THOUSAND) {
    const thousands = inUnits(THOUSAND);
    return t`${thousands} K`;
  }
  return plain(rounded, 2);
}
