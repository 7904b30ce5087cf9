import createClient from 'openapi-fetch';
import * as v from 'valibot';
import { ApiError, localProblem, problemFrom } from './problem';
import type { paths } from './schema';

const TIMEOUT_MS = 30_000;

let onSignedOut: () => void = () => {};

/** Called when an answer says that the session has ended. */
export function whenSessionEnds(listener: () => void): void {
  onSignedOut = listener;
}

/** `AbortSignal.timeout` and `.any` are missing in older phone browsers, so both are done by hand. */
async function fetchWithTimeout(request: Request): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(localProblem('timeout')), TIMEOUT_MS);
  const passOn = () => limit.abort(request.signal.reason);
  request.signal.addEventListener('abort', passOn, { once: true });
  try {
    return await fetch(request, { signal: limit.signal });
  } catch (error) {
    if (request.signal.aborted || error instanceof ApiError) throw error;
    throw localProblem('network');
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', passOn);
  }
}

export const api = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? '',
  credentials: 'same-origin',
  headers: { accept: 'application/json' },
  fetch: fetchWithTimeout,
});

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
  let answer: Answer;
  try {
    answer = await call;
  } catch (error) {
    if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError'))
      throw error;
    // A body that is not JSON fails inside the client, after a 2xx status.
    throw localProblem('unreadable');
  }
  if (answer.response.ok) return answer.data;
  const problem = problemFrom(answer.error, answer.response.status);
  if (problem.status === 401) onSignedOut();
  throw problem;
}
