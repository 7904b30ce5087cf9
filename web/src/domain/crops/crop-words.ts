import { i18n } from '@lingui/core';
import { cropName } from './crop-names';

/** The name of a crop as a heading: Black gram. Scripts without capitals stay as they are. */
export const cropTitle = (crop: string): string => capitalised(cropInSentence(crop));

export const capitalised = (text: string): string =>
  text.charAt(0).toLocaleUpperCase(i18n.locale) + text.slice(1);

/** The name of a crop within a sentence: black gram. */
export const cropInSentence = (crop: string) => cropName(crop).toLocaleLowerCase(i18n.locale);
