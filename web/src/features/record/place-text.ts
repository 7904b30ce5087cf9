import { districtName } from '@/domain/regions/district-name';
import { regionName } from '@/domain/regions/region-name';
import type { District } from '@/shared/api/record';
import { latinDigits } from '@/shared/forms/latin-digits';

interface Chosen extends District {
  matched_name: string | null;
  subdistrict: string | null;
}

/** Returns the PIN code in a text: six digits, which may stand in two groups. */
export const pinCode = (text: string): string | undefined =>
  latinDigits(text).match(/(?<!\d)[1-9]\d{2}[ -]?\d{3}(?!\d)/)?.[0];

/**
 * Returns the text of the field after a choice: the village that was typed before, the sub-district that was meant,
 * and the district in the script of the typed text. 'Bhavani, Ero' becomes 'Bhavani, Erode, Tamil Nadu', and 'Chandau'
 * 'Chandausi, Sambhal, Uttar Pradesh'. A text with a PIN code is complete.
 */
export function placeAfterChoice(typed: string, chosen: Chosen): string {
  if (pinCode(typed)) return typed.trim();
  const own = chosen.matched_name && !/[a-z]/i.test(chosen.matched_name) ? chosen.matched_name : null;
  const within = chosen.subdistrict ? [chosen.subdistrict] : [];
  const names = [
    chosen.name,
    chosen.state,
    regionName(chosen.region),
    chosen.matched_name ?? '',
    ...within,
  ].map((name) => name.toLowerCase());
  const before = typed
    .split(',')
    .slice(0, -1)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !names.includes(part.toLowerCase()));
  return [...before, ...within, own ?? districtName(chosen)].join(', ');
}
