/** The server reads it for the next page. */
const COOKIE = 'grow_language';
const YEAR_SECONDS = 31_536_000;
/** Member of an address that names the language of a shared link. */
const IN_ADDRESS = 'lang';

/** Keeps the language for this browser. */
export function keepLanguage(language: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP and in older browsers.
  document.cookie = `${COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}

/** Returns true if a language is kept for this browser. */
export const isLanguageKept = () => document.cookie.split('; ').some((one) => one.startsWith(`${COOKIE}=`));

/** Returns an address without the language that a shared link names, or null if it names none. */
export function withoutLanguage(address: string): string | null {
  const { pathname, search, hash } = new URL(address);
  const query = new URLSearchParams(search);
  if (!query.has(IN_ADDRESS)) return null;
  query.delete(IN_ADDRESS);
  const rest = query.toString();
  return `${pathname}${rest && `?${rest}`}${hash}`;
}

/**
 * Keeps the language of a shared link, in which the server wrote the page. The address loses it: otherwise it would
 * win over the next choice.
 */
export function keepLinkedLanguage(language: string): void {
  const rest = withoutLanguage(location.href);
  if (rest === null) return;
  keepLanguage(language);
  history.replaceState(history.state, '', rest);
}
