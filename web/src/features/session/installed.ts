const WINDOWS = '(display-mode: standalone), (display-mode: fullscreen), (display-mode: minimal-ui)';

/** Whether the app runs in a window of its own, without the browser around it; iPhones say so in a way of theirs. */
export const isInstalled = () =>
  matchMedia(WINDOWS).matches || ('standalone' in navigator && navigator.standalone === true);
