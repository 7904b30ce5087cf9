import { writeFile } from 'node:fs/promises';
import { type GrowServer, startGrow } from './grow-server';
import { agree, expect, ON_FIRST_OF_JULY, settled, signIn, test } from './grow-test';

let grow: GrowServer;

/** A server of its own, because prices move everyone's advice. */
test.beforeAll(async ({ browserName: _ }, info) => {
  grow = await startGrow(ON_FIRST_OF_JULY);
  const file = info.outputPath('agmarknet.csv');
  const row = (day: string, low: string, high: string, modal: string) =>
    `Tamil Nadu,Erode,Erode APMC,Groundnut,Local,FAQ,${day},"${low}","${high}","${modal}"`;
  const lines = [
    'State,District,Market,Commodity,Variety,Grade,Arrival_Date,Min Price,Max Price,Modal Price',
    row('26-06-2026', '6,800', '7,300', '7,100'),
    row('29/06/2026', '6,900', '7,500', '7,300'),
  ];
  await writeFile(file, `${lines.join('\r\n')}\r\n`);
  await grow.command('prices', 'import', file);
});

test.afterAll(async () => grow.stop());

for (const [locale, market, years, cane] of [
  [
    'en-IN',
    'Erode market, week until 29 June: ₹7,200 a quintal (₹7,100 to ₹7,300).',
    /In 10 years: 6 usual, 2 poor \([\d,]+ kg an? \w+\), 2 good\./,
    'Mills in your state must pay ₹390 a quintal for common varieties (2025-26).',
  ],
  [
    'hi-IN',
    'इरोड मंडी, 29 जून तक का हफ्ता: ₹7,200 प्रति क्विंटल (₹7,100 से ₹7,300)।',
    /10 साल में: 6 आम, 2 खराब \([^)]+ [\d,]+ किलो\), 2 अच्छे।/,
    'आपके राज्य में मिलों को आम किस्मों के ₹390 प्रति क्विंटल देना जरूरी है (2025-26)।',
  ],
  [
    'ta-IN',
    'ஈரோடு சந்தை, ஜூன் 29 வரையான வாரம்: குவிண்டாலுக்கு ₹7,200 (₹7,100 முதல் ₹7,300).',
    /10 ஆண்டுகளில்: 6 வழக்கமானவை, 2 மோசமானவை \([^)]+ [\d,]+ கிலோ\), 2 நல்லவை\./,
    'உங்கள் மாநில ஆலைகள் பொது ரகங்களுக்குக் குவிண்டாலுக்கு ₹390 தர வேண்டும் (2025-26).',
  ],
] as const) {
  test(`in ${locale}, the card of a crop says what the market paid, how ten years go and what mills of the state pay`, async ({
    browser,
    farmer,
  }) => {
    const context = await browser.newContext({ baseURL: grow.url, locale });
    const page = await context.newPage();
    await signIn(page, farmer);
    await agree(page);
    const card = async (place: string, crop: string) => {
      const data = { number: '9876543210', place };
      expect((await page.request.put('/api/v1/me/profile', { data })).ok()).toBe(true);
      await page.request.put(`/api/v1/me/known-crops/${crop}`, { data: {} });
      await page.goto('/rec-known');
      await settled(page);
      // The button that sorts the table stands before those of its rows.
      await page.getByRole('table').getByRole('button').last().click();
    };
    const isSold = async () => {
      const answer = await page.request.get('/api/v1/me/crops/groundnut');
      return (await answer.json()).card?.sold !== null;
    };
    await card('Erode', 'groundnut');
    await expect.poll(isSold, { timeout: 25_000 }).toBe(true);
    await card('Erode', 'groundnut');
    await expect(page.getByText(market).first()).toBeVisible();
    await expect(page.getByText(years).first()).toBeVisible();
    await page.request.delete('/api/v1/me/known-crops/groundnut');
    await card('Meerut', 'sugarcane');
    await expect(page.getByText(cane, { exact: false }).first()).toBeVisible();
    await context.close();
  });
}
