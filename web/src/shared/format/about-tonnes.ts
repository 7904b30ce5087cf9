import { t } from '@lingui/core/macro';
import { plain } from './numbers';

const LAKH = 1e5;
const CRORE = 1e7;

/** Formats a weight in words, with two digits: about 2.1 crore tonnes. Empty below a lakh, whose figure is short. */
export function aboutTonnes(value: number): string {
  const rounded = Number(value.toPrecision(2));
  if (Math.abs(rounded) >= CRORE) {
    const crores = plain(rounded / CRORE, 1);
    return t`about ${crores} crore tonnes`;
  }
  if (Math.abs(rounded) >= LAKH) {
    const lakhs = plain(rounded / LAKH, 1);
    return t`about ${lakhs} lakh tonnes`;
  }
  return '';
}
