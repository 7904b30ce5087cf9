import type { Client } from 'openapi-fetch';
import * as v from 'valibot';
import { ApiError, localProblem, problemFrom } from './problem';
import type { paths } from './schema';

const TIMEOUT_MS = 30_000;

/** Why the farmer of a call is not the one who is signed in: nobody is, or somebody else. */
export type Displaced = 'signed-out' | 'another-farmer';

let onDisplaced: (how: Displaced, wasWrite: boolean) => void = () => {};

/** Called when an answer says that its farmer is not signed in any more. */
export function whenDisplaced(listener: typeof onDisplaced): void {
  onDisplaced = listener;
}

/** The operations of the OpenAPI document, each with its parameters, body and answer. */
export type Api = Pick<Client<paths>, 'GET' | 'PUT' | 'POST' | 'DELETE'>;

interface Call {
  params?: Partial<Record<'path' | 'query' | 'header', Record<string, string>>>;
  body?: unknown;
  signal?: AbortSignal;
}

/** The calls of one farmer, which the server refuses once another is signed in; or of a guest. They end with the signal. */
export function createApi(farmer: string | null, ended: AbortSignal): Api {
  const calls =
    (method: string) =>
    async (path: string, { params, body, signal }: Call = {}): Promise<Answer> => {
      const headers = new Headers({ accept: 'application/json', ...params?.header });
      if (farmer) headers.set('grow-farmer', farmer);
      if (body !== undefined) headers.set('content-type', 'application/json');
      const request = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
      return withinLimits(signal ? [signal, ended] : [ended], async (limit) => {
        const response = await fetch(addressOf(path, params), { ...request, signal: limit });
        tellDisplaced(response, method);
        const text = await response.text();
        return { response, ...(response.ok ? { data: parse(text) } : { error: parse(text) }) };
      });
    };
  const api = { GET: calls('GET'), PUT: calls('PUT'), POST: calls('POST'), DELETE: calls('DELETE') };
  return api as unknown as Api;
}

function addressOf(path: string, params: Call['params']): string {
  const named = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params?.path?.[name] ?? ''),
  );
  const query = new URLSearchParams(params?.query).toString();
  return query ? `${named}?${query}` : named;
}

/** An answer without a body has none to parse, and one that is not JSON has a shape that nobody expects. */
function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

function tellDisplaced({ status }: Response, method: string): void {
  if (status === 401) onDisplaced('signed-out', false);
  // The API answers 409 to nothing else.
  if (status === 409) onDisplaced('another-farmer', method !== 'GET');
}

/**
 * Ends a call with the first of these signals, or when it takes too long. `AbortSignal.timeout` and `.any` are missing in
 * older phone browsers, so both are done by hand.
 */
async function withinLimits<Done>(
  signals: readonly AbortSignal[],
  work: (limit: AbortSignal) => Promise<Done>,
): Promise<Done> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(localProblem('timeout')), TIMEOUT_MS);
  const passOn = () => limit.abort(signals.find((signal) => signal.aborted)?.reason);
  for (const signal of signals) signal.addEventListener('abort', passOn);
  if (signals.some((signal) => signal.aborted)) passOn();
  try {
    return await work(limit.signal);
  } catch (error) {
    if (limit.signal.aborted) throw limit.signal.reason;
    throw error instanceof ApiError ? error : localProblem('network');
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', passOn);
  }
}

interface Answer<Data = unknown> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/**
 * Waits for a call and gives its checked body, or throws an `ApiError`. The schema must take what the OpenAPI document
 * promises for this call, so the two cannot drift apart unseen.
 */
export async function read<Schema extends v.GenericSchema>(
  call: Promise<Answer<v.InferInput<Schema>>>,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const parsed = v.safeParse(schema, await answerOf(call));
  if (!parsed.success) throw localProblem('unreadable');
  return parsed.output;
}

/** Waits for a call whose answer has no body. */
export async function done(call: Promise<Answer>): Promise<void> {
  await answerOf(call);
}

async function answerOf(call: Promise<Answer>): Promise<unknown> {
  const { data, error, response } = await call;
  if (response.ok) return data;
  throw problemFrom(error, response.status);
}
