/**
 * Tells the service worker which build this page shows, so that its files stay on the phone: the page holds a lock that
 * names it. Where locks are missing, there is no service worker either.
 */
export function holdShownBuild(): void {
  const { build } = document.documentElement.dataset;
  if (!build || !navigator.locks) return;
  const hold = () => {
    // A page with a lock has no place in the back/forward cache.
    const left = () => new Promise((over) => addEventListener('pagehide', over, { once: true }));
    navigator.locks.request(`grow-build-${build}`, { mode: 'shared' }, left).catch((error: unknown) => {
      console.warn('The files of this page may go with the next release', error);
    });
  };
  hold();
  addEventListener('pageshow', ({ persisted }) => persisted && hold());
}
