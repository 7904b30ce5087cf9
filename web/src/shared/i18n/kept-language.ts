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

/** Takes the language that a shared link names out of its address; null if it names none. */
export function linkedLanguage(address: string): { language: string; rest: string } | null {
  const { pathname, search, hash } = new URL(address);
  const query = new URLSearchParams(search);
  const named = query.get(IN_ADDRESS);
  if (named === null) return null;
  query.delete(IN_ADDRESS);
  const rest = query.toString();
  const [language = ''] = named.toLowerCase().split('-');
  return { language, rest: `${pathname}${rest && `?${rest}`}${hash}` };
}

/**
 * Keeps the language of a shared link, if the page came in it: an unknown one falls back to another. The address
 * loses it: otherwise it would win over the next choice.
 */
export function keepLinkedLanguage(ofPage: string): void {
  const linked = linkedLanguage(location.href);
  if (!linked) return;
  if (linked.language === ofPage) keepLanguage(ofPage);
  history.replaceState(history.state, '', linked.rest);
}
