// Runs Lighthouse against the real binary, as a cheap phone on a slow network, and prints a Markdown table.
// Exits with 0 even if a target is missed (the table shows it); other codes mean that the measurement failed.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as chromeLauncher from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { browserPath } from './browser.mjs';
import { shareOfCore } from './looking.mjs';
import { CPU, SLOW_4G } from './phone.mjs';
import { withGrow } from './served.mjs';
import { printTable, row } from './table.mjs';

const { values: options } = parseArgs({
  options: {
    grow: { type: 'string', default: resolve(import.meta.dirname, '../../target/dist/grow') },
    runs: { type: 'string', default: '5' },
  },
});
const GROW = resolve(options.grow);
const RUNS = Number(options.runs);
const PATHS = ['/demand', '/demand?lang=ta', '/demand?lang=hi', '/login'];

const score = (category) => (report) => report.categories[category].score * 100;
const seconds = (audit) => (report) => report.audits[audit].numericValue / 1000;
const FIGURES = [
  { name: 'performance', read: score('performance'), least: 98, digits: 0 },
  { name: 'accessibility', read: score('accessibility'), least: 100, digits: 0 },
  { name: 'best practices', read: score('best-practices'), least: 100, digits: 0 },
  { name: 'SEO', read: score('seo'), least: 100, digits: 0 },
  { name: 'first contentful paint', read: seconds('first-contentful-paint'), most: 1, digits: 2, unit: ' s' },
  { name: 'layout shift', read: (report) => report.audits['cumulative-layout-shift'].numericValue, most: 0.02, digits: 3 },
  { name: 'largest contentful paint', read: seconds('largest-contentful-paint'), digits: 2, unit: ' s' },
  { name: 'blocking time', read: seconds('total-blocking-time'), most: 0.1, digits: 2, unit: ' s' },
  { name: 'speed index', read: seconds('speed-index'), digits: 2, unit: ' s' },
];

/** A page that nobody touches, with its film drawn in software. */
const LOOKED_AT = { name: 'only looked at, of a core', most: 4, digits: 1, unit: ' %' };
const SCREENS = { 'a phone': { width: 360, height: 740 }, 'a desk': { width: 1280, height: 800 } };
const LOOKS = 3;

/** Clock ticks of all processors, and those that the host gave to other machines (steal). */
function ticks() {
  const fields = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].split(/\s+/).slice(1, 9).map(Number);
  return { all: fields.reduce((sum, field) => sum + field), withheld: fields[7] };
}

async function measure(url) {
  // A new browser for each run, so that nothing is cached.
  const chrome = await chromeLauncher.launch({
    chromePath: browserPath('chromium', 'chromium-headless-shell'),
    chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  try {
    const result = await lighthouse(
      url,
      { port: chrome.port, logLevel: 'error', output: 'json' },
      {
        extends: 'lighthouse:default',
        settings: {
          formFactor: 'mobile',
          throttlingMethod: 'devtools',
          throttling: { ...SLOW_4G, cpuSlowdownMultiplier: CPU },
        },
      },
    );
    if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? 'no report');
    return result.lhr;
  } finally {
    chrome.kill();
  }
}

/** Lists failed audits of the categories that must score 100. */
function faults(path, report) {
  const ids = ['accessibility', 'best-practices', 'seo'].flatMap((category) =>
    report.categories[category].auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  const failed = ids.map((id) => report.audits[id]).filter(({ score }) => score !== null && score < 1);
  return failed.map(({ title }) => `- ${path}: ${title}`);
}

await withGrow(GROW, async (site) => {
  const rows = [];
  const remarks = [];
  const before = ticks();
  for (const path of PATHS) {
    const reports = [];
    for (let run = 0; run < RUNS; run += 1) reports.push(await measure(site + path));
    rows.push(...FIGURES.map((figure) => row(path, figure, reports.map(figure.read))));
    remarks.push(...faults(path, reports[0]));
  }
  const after = ticks();
  for (const [screen, size] of Object.entries(SCREENS)) {
    const shares = [];
    for (let run = 0; run < LOOKS; run += 1) shares.push(await shareOfCore(`${site}/demand`, size));
    rows.push(row(`/demand on ${screen}`, LOOKED_AT, shares));
  }
  const withheld = ((after.withheld - before.withheld) / (after.all - before.all)) * 100;
  console.log('## The first load: Lighthouse, mobile, Slow 4G, CPU six times slower\n');
  printTable(rows);
  console.log(`\n\`npm run -s measure\` in \`bench/lighthouse\`; ${RUNS} runs, the medians shown.`);
  console.log(`The host of this machine withheld ${withheld.toFixed(0)} % of its processors meanwhile.`);
  if (remarks.length > 0) console.log(`\n${remarks.join('\n')}`);
});
