import { extend, type Language } from '../i18n/language';

/** What is said of agreeing, exporting and deleting, so that the first load of a guest does not carry it. */
const sentences = (language: Language) => import(`../../../locales/privacy/${language}.po`);

export const consentSentences = () => extend(sentences);
