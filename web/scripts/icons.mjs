// Draws the icons of the installed app and the card of shared links from the logo: `npm run icons`. What it draws is
// committed, because a browser draws the same thing a little differently on each machine.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const logo = readFileSync('public/logo.svg', 'utf8');
const FOREST = '#1f5d3a';

/** A logo of a size in the middle of a picture. */
const centred = (size, share, background) =>
  page(size, size, background, `<div style="width:${size * share}px">${logo}</div>`);
const card = page(
  1200,
  630,
  FOREST,
  `<div style="width:260px">${logo}</div><b style="font:700 200px system-ui,sans-serif;color:#fffdf7;margin-left:56px">Grow</b>`,
);

function page(width, height, background, content) {
  const style = `margin:0;width:${width}px;height:${height}px;background:${background};display:flex;align-items:center;justify-content:center`;
  return { width, height, html: `<body style="${style}">${content}</body>` };
}

const drawn = {
  'icon-192': centred(192, 1, 'transparent'),
  'icon-512': centred(512, 1, 'transparent'),
  // A phone cuts these to its own shape: a circle of four fifths is safe.
  'maskable-512': centred(512, 0.66, FOREST),
  'apple-180': centred(180, 1, FOREST),
  card,
};

const executablePath = execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const tab = await browser.newPage();
for (const [name, { width, height, html }] of Object.entries(drawn)) {
  await tab.setViewportSize({ width, height });
  await tab.setContent(html);
  await tab.screenshot({ path: `public/icons/${name}.png`, omitBackground: true });
}
await browser.close();
