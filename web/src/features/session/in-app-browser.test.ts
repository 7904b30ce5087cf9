import { expect, test } from 'vitest';
import { browserLink, inAppBrowser } from './in-app-browser';

const ANDROID = 'Mozilla/5.0 (Linux; Android 13; SM-A047F Build/TP1A';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';
const WEB_VIEW = `${ANDROID}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.6099.43 Mobile Safari/537.36`;

test.each([
  ['Facebook', `${WEB_VIEW} [FB_IAB/FB4A;FBAV/440.0.0.30.105;]`],
  ['Facebook', `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/440.0.0.30;FBDV/iPhone14,7]`],
  ['Messenger', `${WEB_VIEW} [FB_IAB/Orca-Android;FBAV/440.0.0.20.110;]`],
  ['Messenger', `${IPHONE} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/440.0.0.30]`],
  ['Instagram', `${WEB_VIEW} Instagram 312.1.0.34.111 Android (33/13; 300dpi; 720x1465; samsung)`],
  ['Instagram', `${IPHONE} Mobile/15E148 Instagram 312.0.0.18.109 (iPhone14,7; iOS 17_4; en_IN)`],
  ['WhatsApp', `${WEB_VIEW} WhatsApp/2.24.1.78 A`],
  ['LINE', `${WEB_VIEW} Line/13.21.1/IAB`],
  ['LINE', `${IPHONE} Mobile/15E148 Safari Line/13.21.0`],
  ['WeChat', `${WEB_VIEW} MicroMessenger/8.0.47.2560(0x28002F35) NetType/4G Language/en`],
  ['Telegram', `${WEB_VIEW} Telegram-Android/10.6.1 (Samsung SM-A047F; Android 13; SDK 33; LOW)`],
  ['Snapchat', `${IPHONE} Mobile/15E148 Snapchat/12.66.0.30 (like Safari/8617.2.4, panda)`],
  ['X', `${IPHONE} Mobile/15E148 Twitter for iPhone/10.22`],
  ['LinkedIn', `${WEB_VIEW} [LinkedInApp]/4.1.900`],
  ['Pinterest', `${IPHONE} Mobile/15E148 [Pinterest/iOS]`],
  ['TikTok', `${WEB_VIEW} musical_ly_2023208030 BytedanceWebview/d8a21c6`],
  [null, WEB_VIEW],
  [null, `${ANDROID}; wv) ${CHROME}`],
  [null, `${IPHONE} Mobile/15E148`],
  [null, IPHONE.replaceAll('iPhone', 'iPad')],
])('an app around the page is seen: %s, %s', (app, userAgent) => {
  expect(inAppBrowser(userAgent, false)).toEqual({ app, isAndroid: /Android/.test(userAgent) });
});

test.each([
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME}`],
  [
    'Samsung Internet',
    `Mozilla/5.0 (Linux; Android 10; K) ${CHROME.replace('Mobile', 'SamsungBrowser/23.0 Mobile')}`,
  ],
  ['Opera Mini', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} OPR/73.0.2254.69000`],
  [
    'UC Browser',
    `Mozilla/5.0 (Linux; Android 10; K) ${CHROME.replace('Mobile', 'UCBrowser/13.4.0.1306 Mobile')}`,
  ],
  [
    'Mi Browser',
    `${ANDROID}) ${CHROME.replace('Chrome', 'Version/4.0 Chrome')} XiaoMi/MiuiBrowser/14.6.0-gn`,
  ],
  ['Firefox on Android', 'Mozilla/5.0 (Android 13; Mobile; rv:121.0) Gecko/121.0 Firefox/121.0'],
  ['Safari on an iPhone', `${IPHONE} Version/17.4 Mobile/15E148 Safari/604.1`],
  ['Chrome on an iPhone', `${IPHONE} CriOS/120.0.6099.119 Mobile/15E148 Safari/604.1`],
  ['Firefox on an iPhone', `${IPHONE} FxiOS/121.0 Mobile/15E148 Safari/605.1.15`],
  ['Edge on an iPhone', `${IPHONE} EdgiOS/120.0 Version/17.0 Mobile/15E148 Safari/604.1`],
  [
    'Chrome on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  ],
  [
    'Safari on a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
  ],
  [
    'KaiOS',
    'Mozilla/5.0 (Mobile; LYF/F320B/LYF-F320B-001-01-15-130718; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
  ],
  ['nothing', ''],
])('a true browser is none: %s', (_name, userAgent) => {
  expect(inAppBrowser(userAgent, false)).toBeNull();
});

test('our own installed app on an iPhone looks like a page inside an app, and is none', () => {
  expect(inAppBrowser(`${IPHONE} Mobile/15E148`, true)).toBeNull();
});

test('the link names address and scheme, and no single browser', () => {
  expect(browserLink('https://grow.example/login?x=1#part')).toBe(
    'intent://grow.example/login?x=1#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end',
  );
});
