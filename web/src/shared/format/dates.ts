const languageTag = (locale: string) => (locale === 'en' ? 'en-IN' : locale);

function format(rfc3339: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  const time = new Date(rfc3339);
  // An unreadable time gives an empty text rather than 'Invalid Date'.
  if (Number.isNaN(time.getTime())) return '';
  return new Intl.DateTimeFormat(languageTag(locale), options).format(time);
}

/** The day by the farmer's own calendar and clock. */
export const localDate = (rfc3339: string, locale: string) =>
  format(rfc3339, locale, { dateStyle: 'medium' });

export const localMoment = (rfc3339: string, locale: string) =>
  format(rfc3339, locale, { dateStyle: 'medium', timeStyle: 'short' });
