/** The browser's offer to put the app on the home screen. Only some browsers have it. */
export interface Installing {
  /** Asks the farmer in the browser's own words. */
  prompt: () => Promise<unknown>;
}

/** Calls back when the app can be installed. The browser then does not ask by itself. Returns what ends the watch. */
export function whenInstallable(offer: (installing: Installing) => void): () => void {
  const take = (event: Event) => {
    event.preventDefault();
    offer(event as Event & Installing);
  };
  addEventListener('beforeinstallprompt', take);
  // It may have come before this chunk: `build/first-script.js`.
  const { growInstalling } = window as { growInstalling?: Event };
  if (growInstalling) take(growInstalling);
  return () => removeEventListener('beforeinstallprompt', take);
}
