import { i18n } from '@lingui/core';

/** Joins names as the language does: wheat, mustard and barley. */
export const listed = (names: readonly string[]) =>
  new Intl.ListFormat(i18n.locales as string, { type: 'conjunction' }).format(names);
