import { extend, type Language } from '@/shared/i18n/language';

/** The sentences of the encyclopedia, which only its screens need, so that the first load of the app does not carry them. */
const sentences = (language: Language) => import(`../../../locales/crops/${language}.po`);

export const cropSentences = () => extend(sentences);
