import * as v from 'valibot';
import { ApiError, localProblem, problemFrom } from './problem';
import type { paths } from './schema';
import { hearAnswer } from './server-time';

const TIMEOUT_MS = 30_000;

/** Why the farmer of a call is no longer signed in: nobody is, or another farmer is. */
type Displaced = 'signed-out' | 'another-farmer';

let onDisplaced: (how: Displaced, wasWrite: boolean) => void = () => {};

/** Sets the listener for answers that report a lost or changed session. */
export function whenDisplaced(listener: typeof onDisplaced): void {
  onDisplaced = listener;
}

let onGeneration: (generation: string) => void = () => {};
let generation: string | null = null;

/** Sets the listener for the generation of the server's store, which changes when a backup is restored. */
export function whenGenerationTold(listener: typeof onGeneration): void {
  onGeneration = listener;
  if (generation !== null) listener(generation);
}

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** Paths of the OpenAPI document that have an operation with this method. */
type PathWith<M extends Method> = {
  [Path in keyof paths]: paths[Path][M] extends object ? Path : never;
}[keyof paths];

interface Options {
  signal?: AbortSignal;
  /** The request outlives the page. */
  keepalive?: boolean;
}

/** A header is sent or not, and never null. */
type Sent<Given> = { [Name in keyof Given]: Name extends 'header' ? NeverNull<Given[Name]> : Given[Name] };
type NeverNull<Headers> = { [Name in keyof Headers]: Exclude<Headers[Name], null> };

/** The parameters that a caller gives. `createApi` sets `Grow-Farmer`. */
type Params<Documented> = Sent<Pick<Documented, Extract<keyof Documented, 'path' | 'query' | 'header'>>>;

/** Optional if nothing in it is required. */
type Given<Name extends string, Value> =
  Record<never, never> extends Value ? { [Key in Name]?: Value } : { [Key in Name]: Value };

type CallOf<Operation> = Options &
  (Operation extends { parameters: infer Documented } ? Given<'params', Params<Documented>> : unknown) &
  (Operation extends { requestBody: { content: { 'application/json': infer Body } } }
    ? Given<'body', Body>
    : unknown);

/** The body of an operation's documented success; null where there is none, which is 204. */
type SuccessOf<Operation> = Operation extends { responses: { 204: unknown } }
  ? null
  : Operation extends { responses: { 200: { content: { 'application/json': infer Body } } } }
    ? Body
    : Operation extends { responses: { 201: { content: { 'application/json': infer Body } } } }
      ? Body
      : never;

/** An answer. `Success` is the documented body, which `read` and `done` check. */
export interface ApiAnswer<Success> {
  status: number;
  body: unknown;
  /** How long the server asks to wait, ms. */
  retryAfter?: number | undefined;
  /** Never set: it carries the type. */
  promised?: Success;
}

/** Sends a request of the OpenAPI document. What its operation does not take is a type error. */
type Send<M extends Method> = <Path extends PathWith<M>>(
  path: Path,
  ...call: Record<never, never> extends CallOf<paths[Path][M]>
    ? [call?: CallOf<paths[Path][M]>]
    : [call: CallOf<paths[Path][M]>]
) => Promise<ApiAnswer<SuccessOf<paths[Path][M]>>>;

/** The operations of the OpenAPI document by their method. */
export interface Api {
  GET: Send<'get'>;
  PUT: Send<'put'>;
  POST: Send<'post'>;
  PATCH: Send<'patch'>;
  DELETE: Send<'delete'>;
}

/** A call of any operation. */
interface Call extends Options {
  params?: {
    path?: Record<string, string>;
    query?: Record<string, string | number>;
    header?: Record<string, string>;
  };
  body?: unknown;
}

/**
 * Creates the API client of a farmer, or of guests with null. The server refuses its calls after another
 * farmer signs in. All calls abort with the signal.
 */
export function createApi(farmer: string | null, ended: AbortSignal): Api {
  const calls =
    (method: string) =>
    <Success>(
      path: string,
      { params, body, signal, keepalive = false }: Call = {},
    ): Promise<ApiAnswer<Success>> => {
      const headers = new Headers({ accept: 'application/json', ...params?.header });
      if (farmer) headers.set('grow-farmer', farmer);
      if (body !== undefined) headers.set('content-type', 'application/json');
      const request = { method, headers, keepalive, body: body === undefined ? null : JSON.stringify(body) };
      return withinLimits(signal ? [signal, ended] : [ended], async (limit) => {
        const response = await fetch(addressOf(path, params), { ...request, signal: limit });
        const { status } = response;
        hearAnswer(response.headers);
        const answer = {
          status,
          retryAfter: waitOf(response.headers.get('retry-after')),
          body: parse(await response.text()),
        };
        generation = response.headers.get('grow-store-generation') ?? generation;
        if (generation !== null) onGeneration(generation);
        // After the body is read: whoever hears of this aborts the farmer's calls.
        if (status === 401) onDisplaced('signed-out', false);
        if (status === 409) tellDisplaced(answer.body, method);
        return answer;
      });
    };
  return {
    GET: calls('GET'),
    PUT: calls('PUT'),
    POST: calls('POST'),
    PATCH: calls('PATCH'),
    DELETE: calls('DELETE'),
  };
}

function addressOf(path: string, params: Call['params']): string {
  const named = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params?.path?.[name] ?? ''),
  );
  // It makes a text of a number.
  const query = new URLSearchParams(params?.query as Record<string, string> | undefined).toString();
  return query ? `${named}?${query}` : named;
}

/** Parses `Retry-After`. A date says nothing on a phone whose clock may be wrong. */
const waitOf = (header: string | null): number | undefined =>
  header && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined;

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

/** Reports a changed session. The caller handles other conflicts. */
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

/**
 * Waits for a call and returns its validated body, or throws an `ApiError`. The types check that the schema
 * accepts what the OpenAPI document defines for the call.
 */
export async function read<Schema extends v.GenericSchema>(
  call: Promise<ApiAnswer<v.InferInput<Schema>>>,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const { status, body, retryAfter } = await call;
  if (status >= 400) throw problemFrom(body, status, retryAfter);
  const parsed = v.safeParse(schema, body);
  if (!parsed.success) throw localProblem('unreadable');
  return parsed.output;
}

/**
 * Waits for a call without a body in its answer. Only its documented status says that it is done: the page of a
 * network that wants a sign-in comes with 200.
 */
export async function done(call: Promise<ApiAnswer<null>>): Promise<void> {
  const { status, body, retryAfter } = await call;
  if (status >= 400) throw problemFrom(body, status, retryAfter);
  if (status !== 204) throw localProblem('unreadable');
}
