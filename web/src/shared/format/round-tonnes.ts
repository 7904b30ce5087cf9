import { t } from '@lingui/core/macro';
import { plain } from './numbers';

const LAKH = 1e5;
const CRORE = 1e7;
const NO_BREAK = '\u00a0';

/** Formats a weight for a sentence, with three digits: 92.3 lakh t. The exact figure is in the table. */
export function roundTonnes(value: number): string {
  const rounded = Number(value.toPrecision(3));
  return words(rounded).replaceAll(' ', NO_BREAK);
}

function words(rounded: number): string {
  if (rounded >= CRORE) {
    const crores = plain(rounded / CRORE, 2);
    return t`${crores} crore t`;
  }
  if (rounded >= LAKH) {
    const lakhs = plain(rounded / LAKH, 2);
    return t`${lakhs} lakh t`;
  }
  const tonnes = plain(rounded, 3);
  return t`${tonnes} t`;
}
