import type { District } from '@/shared/api/shapes';

/** 'Erode, Tamil Nadu'; a territory that is one district is named once. */
export const districtName = ({ name, state }: District) => (name === state ? name : `${name}, ${state}`);

interface Chosen extends District {
  matched_name: string | null;
}

/**
 * What stands in the field after a district was chosen: its name, in the script that it was typed in, after the village that
 * stood before it. 'Bhavani, Ero' becomes 'Bhavani, Erode, Tamil Nadu'.
 */
export function placeAfterChoice(typed: string, chosen: Chosen): string {
  const own = chosen.matched_name && !/[a-z]/i.test(chosen.matched_name) ? chosen.matched_name : null;
  const names = [chosen.name, chosen.state, chosen.matched_name ?? ''].map((name) => name.toLowerCase());
  const before = typed
    .split(',')
    .slice(0, -1)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !names.includes(part.toLowerCase()));
  return [...before, own ?? districtName(chosen)].join(', ');
}
