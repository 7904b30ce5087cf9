import { districtName } from '@/domain/regions/district-name';
import { regionName } from '@/domain/regions/region-name';
import type { District } from '@/shared/api/record';
import { latinDigits } from '@/shared/forms/latin-digits';

interface Chosen extends District {
  matched_name: string | null;
}

/** Returns the PIN code in a text: six digits, which may stand in two groups. */
export const pinCode = (text: string): string | undefined =>
  latinDigits(text).match(/(?<!\d)[1-9]\d{2}[ -]?\d{3}(?!\d)/)?.[0];

/**
 * Returns the text of the field after a choice: the village that was typed before, and the district in the
 * script of the typed text. 'Bhavani, Ero' becomes 'Bhavani, Erode, Tamil Nadu'. A text with a PIN code is complete.
 */
export function placeAfterChoice(typed: string, chosen: Chosen): string {
  if (pinCode(typed)) return typed.trim();
  const own = chosen.matched_name && !/[a-z]/i.test(chosen.matched_name) ? chosen.matched_name : null;
  const names = [chosen.name, chosen.state, regionName(chosen.region), chosen.matched_name ?? ''].map(
    (name) => name.toLowerCase(),
  );
  const before = typed
    .split(',')
    .slice(0, -1)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !names.includes(part.toLowerCase()));
  return [...before, own ?? districtName(chosen)].join(', ');
}
