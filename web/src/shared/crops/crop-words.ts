/** The name of a crop as a heading: BLACK GRAM -> Black gram. Scripts without capitals stay as they are. */
export function cropTitle(name: string): string {
  const lower = name.toLocaleLowerCase();
  return lower.charAt(0).toLocaleUpperCase() + lower.slice(1);
}

/** The name of a crop within a sentence: black gram. */
export const cropInSentence = (name: string) => name.toLocaleLowerCase();
