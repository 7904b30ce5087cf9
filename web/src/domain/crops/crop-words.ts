import { i18n } from '@lingui/core';
import { cropName } from './crop-names';

/** The name of a crop as a heading: Black gram. Scripts without capitals stay as they are. */
export function cropTitle(crop: string): string {
  const lower = cropInSentence(crop);
  return lower.charAt(0).toLocaleUpperCase(i18n.locale) + lower.slice(1);
}

/** The name of a crop within a sentence: black gram. */
export const cropInSentence = (crop: string) => cropName(crop).toLocaleLowerCase(i18n.locale);
