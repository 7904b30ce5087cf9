/** Whether the farmer stopped the field behind the pages. Kept on the device; in memory where storage is switched off. */
const KEY = 'grow-background';
const STILL = 'still';
let inMemory: string | null = null;

export function rememberStill(still: boolean): void {
  inMemory = still ? STILL : null;
  try {
    if (still) localStorage.setItem(KEY, STILL);
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is off: it holds until the page is left.
  }
}

export function rememberedStill(): boolean {
  try {
    return (localStorage.getItem(KEY) ?? inMemory) === STILL;
  } catch {
    return inMemory === STILL;
  }
}
