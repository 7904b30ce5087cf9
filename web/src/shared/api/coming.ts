import type { Api } from './client';

interface Options {
  params?: Partial<Record<'path' | 'query' | 'header', Record<string, string>>>;
  body?: unknown;
  signal?: AbortSignal;
}
type Answer<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>;
type Calls = Record<
  'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE',
  <Data>(path: string, options?: Options) => Answer<Data>
>;

/** Operations that the committed OpenAPI document does not describe yet. */
export const coming = (api: Api) => api as unknown as Calls;
