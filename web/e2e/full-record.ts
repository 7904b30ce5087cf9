import { type APIRequestContext, expect } from '@playwright/test';

const SOWINGS: readonly object[] = [
  { crop: 'groundnut', field_size_ha: 1.25 },
  { crop: 'maize', field_size_ha: 0.8 },
  { crop: 'onion', field_size_ha: 0.5 },
];

/** Fills the whole record and adds sowings, so that every screen has content. */
export async function fillRecord(
  request: APIRequestContext,
  baseURL: string,
  sowings = SOWINGS,
): Promise<void> {
  const send = async (method: 'PUT' | 'POST', path: string, data: object, key?: string) => {
    const headers = { origin: baseURL, ...(key && { 'idempotency-key': key }) };
    const answer = await request.fetch(`/api/v1/me/${path}`, { method, data, headers });
    expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  };
  await send('PUT', 'consent', { version: 9, language: 'en' });
  await send('PUT', 'profile', { number: '98765 43210', place: 'Erode' });
  await send('PUT', 'npk', { n: 180, p: 30, k: 250 });
  for (const crop of ['paddy', 'groundnut', 'maize', 'onion']) await send('PUT', `known-crops/${crop}`, {});
  for (const [index, sowing] of sowings.entries())
    await send('POST', 'sowings', sowing, `full-record-${index}`);
}
