import { extend, type Language } from '@/shared/i18n/language';

/** What only the sign-in screen says, so that the first load of the demand does not carry it. */
const sentences = (language: Language) => import(`../../../locales/sign-in/${language}.po`);

export const signInSentences = () => extend(sentences);
