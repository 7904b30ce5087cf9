import { extend, type Language } from '@/shared/i18n/language';

/** What only the screens of the own record say, so that the first load of a guest does not carry it. */
const sentences = (language: Language) => import(`../../../locales/record/${language}.po`);

export const recordSentences = () => extend(sentences);
