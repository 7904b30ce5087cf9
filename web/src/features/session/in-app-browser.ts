/** Apps with a built-in browser, by their user agent. The first match counts. */
const APPS: readonly (readonly [RegExp, string])[] = [
  [/\bInstagram\b/, 'Instagram'],
  [/\bMessengerForiOS\b|\bOrca-Android\b/, 'Messenger'],
  [/\bFB(?:AN|AV|_IAB|IOS)\b/, 'Facebook'],
  [/\bWhatsApp\b/, 'WhatsApp'],
  [/\bLine\//, 'LINE'],
  [/\bMicroMessenger\b/, 'WeChat'],
  [/\bTelegram\b/, 'Telegram'],
  [/\bSnapchat\b/, 'Snapchat'],
  [/\bTwitter/, 'X'],
  [/\bLinkedInApp\b/, 'LinkedIn'],
  [/\bPinterest\//, 'Pinterest'],
  [/\bmusical_ly|\bBytedance|\bTikTok/, 'TikTok'],
];

/** User agent of an Android WebView. Browsers built on WebView omit the 'wv'. */
const ANDROID_WEB_VIEW = /\bAndroid\b.*;\s*wv\)/;
/** On iPhones all browsers have 'Safari' in their user agent; web views do not. */
const IOS_WEB_VIEW = /\b(?:iPhone|iPad|iPod)\b(?!.*\bSafari\/).*\bAppleWebKit\//;

export interface InAppBrowser {
  /** Name of the app; null if unknown. */
  app: string | null;
  /** On Android an `intent:` link opens the browser. */
  isAndroid: boolean;
}

/**
 * Detects a browser inside an app, where Google refuses sign-ins. Returns null for other browsers and for
 * Grow as an installed app.
 */
export function inAppBrowser(userAgent: string, isInstalled: boolean): InAppBrowser | null {
  if (isInstalled) return null;
  const app = APPS.find(([sign]) => sign.test(userAgent))?.[1] ?? null;
  const isWebView = ANDROID_WEB_VIEW.test(userAgent) || IOS_WEB_VIEW.test(userAgent);
  return app || isWebView ? { app, isAndroid: /\bAndroid\b/.test(userAgent) } : null;
}

/** Returns an Android `intent:` link that opens the address in the phone's browser. */
export function browserLink(address: string): string {
  const { protocol, host, pathname, search } = new URL(address);
  const scheme = protocol.slice(0, -1);
  return `intent://${host}${pathname}${search}#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`;
}

const WINDOWS = '(display-mode: standalone), (display-mode: fullscreen), (display-mode: minimal-ui)';

/**
 * Returns true if the app runs installed, without browser controls. iPhones report it in
 * `navigator.standalone`.
 */
export const isInstalled = () =>
  matchMedia(WINDOWS).matches || ('standalone' in navigator && navigator.standalone === true);
