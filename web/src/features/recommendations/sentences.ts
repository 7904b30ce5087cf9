import { extend, type Language } from '@/shared/i18n/language';

/** What only the tables of recommended crops say, so that the first load of a guest does not carry it. */
const sentences = (language: Language) => import(`../../../locales/recommendations/${language}.po`);

export const recommendationSentences = () => extend(sentences);
