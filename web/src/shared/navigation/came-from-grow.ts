/** Entries of the history that this document has added, and that are behind the one that is shown. */
let added = 0;

/** Follows the history. Call it before the first render. */
export function followHistory(): void {
  addEventListener('pushState', () => {
    added += 1;
  });
  addEventListener('popstate', () => {
    added = 0;
  });
}

/**
 * Returns true if Back leads to a page of Grow. Browsers without the Navigation API may not know it after Back: then it
 * is false.
 */
export function cameFromGrow(): boolean {
  const { navigation } = globalThis as { navigation?: { canGoBack: boolean } };
  return navigation?.canGoBack ?? (added > 0 || document.referrer.startsWith(`${location.origin}/`));
}
