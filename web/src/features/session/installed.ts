const WINDOWS = '(display-mode: standalone), (display-mode: fullscreen), (display-mode: minimal-ui)';

/**
 * Returns true if the app runs installed, without browser controls. iPhones report it in
 * `navigator.standalone`.
 */
export const isInstalled = () =>
  matchMedia(WINDOWS).matches || ('standalone' in navigator && navigator.standalone === true);
