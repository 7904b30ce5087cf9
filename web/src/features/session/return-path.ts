/**
 * Where a farmer was when a guarded screen lost its user, so that signing in leads back there. Kept in the tab's own
 * storage, because a redirect sign-in leaves the page; in memory where storage is switched off.
 */
const KEY = 'grow-return-path';
let inMemory: string | null = null;

export function rememberPath(path: string | null): void {
  inMemory = path;
  try {
    if (path === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, path);
  } catch {
    // Storage is off: memory is enough for the popup.
  }
}

export function rememberedPath(): string | null {
  try {
    return sessionStorage.getItem(KEY) ?? inMemory;
  } catch {
    return inMemory;
  }
}
