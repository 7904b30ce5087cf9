/**
 * Whether a text is an operator's own words, which may be English on a screen in another language. A sentence in that
 * language may have an abbreviation in it.
 */
export const isInLatin = (fact: string) => /^[\p{Script=Latin}\P{L}]*$/u.test(fact) && /[a-z]{2}/i.test(fact);
