import type { Client } from 'openapi-fetch';
import * as v from 'valibot';
import { ApiError, localProblem, problemFrom } from './problem';
import type { paths } from './schema';

const TIMEOUT_MS = 30_000;

/** Why the farmer of a call is no longer signed in: nobody is, or another farmer is. */
export type Displaced = 'signed-out' | 'another-farmer';

let onDisplaced: (how: Displaced, wasWrite: boolean) => void = () => {};

/** Sets the listener for answers that report a lost or changed session. */
export function whenDisplaced(listener: typeof onDisplaced): void {
  onDisplaced = listener;
}

/** Operations of the OpenAPI document, with parameters, body and answer. */
export type Api = Pick<Client<paths>, 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'>;

interface Call {
  params?: Partial<Record<'path' | 'query' | 'header', Record<string, string>>>;
  body?: unknown;
  signal?: AbortSignal;
}

/**
 * Creates the API client of a farmer, or of guests with null. The server refuses its calls after another
 * farmer signs in. All calls abort with the signal.
 */
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
        if (response.status === 401) onDisplaced('signed-out', false);
        const text = await response.text();
        if (response.status === 409) tellDisplaced(parse(text), method);
        return { response, ...(response.ok ? { data: parse(text) } : { error: parse(text) }) };
      });
    };
  const methods = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'];
  return Object.fromEntries(methods.map((method) => [method, calls(method)])) as unknown as Api;
}

function addressOf(path: string, params: Call['params']): string {
  const named = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params?.path?.[name] ?? ''),
  );
  const query = new URLSearchParams(params?.query).toString();
  return query ? `${named}?${query}` : named;
}

/**
 * Parses a body. Returns undefined for an empty one, and the text itself if it is not JSON: the schema
 * rejects it later.
 */
function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

/** A conflict with anything but the session is told where it was caused. */
function tellDisplaced(body: unknown, method: string): void {
  if (problemFrom(body, 409).type === 'another-farmer') onDisplaced('another-farmer', method !== 'GET');
}

/**
 * Aborts a call with the first of these signals or after the timeout. Older phone browsers lack
 * `AbortSignal.timeout` and `.any`.
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
 * Waits for a call and returns its validated body, or throws an `ApiError`. The types check that the schema
 * accepts what the OpenAPI document defines for the call.
 */
export async function read<Schema extends v.GenericSchema>(
  call: Promise<Answer<v.InferInput<Schema>>>,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const parsed = v.safeParse(schema, await answerOf(call));
  if (!parsed.success) throw localProblem('unreadable');
  return parsed.output;
}

/** Waits for a call without a body in its answer. */
export async function done(call: Promise<Answer>): Promise<void> {
  await answerOf(call);
}

async function answerOf(call: Promise<Answer>): Promise<unknown> {
  const { data, error, response } = await call;
  if (response.ok) return data;
  throw problemFrom(error, response.status);
}
