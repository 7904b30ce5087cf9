/** Apps that open links in a window of theirs, by what they add to the browser's name. The first that fits is named. */
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

/** Android's own way of showing a page inside an app. Some true browsers are built on it, and leave this sign out. */
const ANDROID_WEB_VIEW = /\bAndroid\b.*;\s*wv\)/;
/** On iPhones every browser calls itself Safari, too; a page inside an app does not. */
const IOS_WEB_VIEW = /\b(?:iPhone|iPad|iPod)\b(?!.*\bSafari\/).*\bAppleWebKit\//;

export interface InAppBrowser {
  /** The app around the page, or null: one that does not say its name. */
  app: string | null;
  /** Android opens a link of a certain kind in the browser. */
  isAndroid: boolean;
}

/** The browser inside an app, at which Google refuses sign-ins; null for a true browser, and for our own installed app. */
export function inAppBrowser(userAgent: string, isInstalled: boolean): InAppBrowser | null {
  if (isInstalled) return null;
  const app = APPS.find(([sign]) => sign.test(userAgent))?.[1] ?? null;
  const isWebView = ANDROID_WEB_VIEW.test(userAgent) || IOS_WEB_VIEW.test(userAgent);
  return app || isWebView ? { app, isAndroid: /\bAndroid\b/.test(userAgent) } : null;
}

/** The link that leads from an app on Android to the phone's browser, at this address. */
export function browserLink(address: string): string {
  const { protocol, host, pathname, search } = new URL(address);
  const scheme = protocol.slice(0, -1);
  return `intent://${host}${pathname}${search}#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`;
}
