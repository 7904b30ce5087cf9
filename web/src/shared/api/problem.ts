import * as v from 'valibot';
import type { components } from './schema';

const problemBody = v.object({
  type: v.string(),
  detail: v.optional(v.string(), ''),
  field: v.optional(v.nullable(v.string())),
  limit: v.optional(v.unknown()),
});

/** The slugs of the API, and causes without a readable answer. */
export type ProblemType = components['schemas']['ProblemType'] | LocalProblem;

/** Causes without a readable answer: the request failed on the way, or the app itself did. */
type LocalProblem = 'network' | 'timeout' | 'unreadable' | 'internal';

/** A failed call. `type` is the slug of the problem and selects the message. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly type: string,
    /** 0 if no answer arrived. */
    readonly status: number,
    readonly detail: string,
    readonly field: string | null = null,
    /** The limit that was passed, as the server sent it. */
    readonly limit: unknown = undefined,
    /** How long the server asks to wait, ms. */
    readonly retryAfter: number | undefined = undefined,
  ) {
    super(`${type} (${status})`);
  }
}

export const localProblem = (type: LocalProblem) => new ApiError(type, 0, '');

export function problemFrom(body: unknown, status: number, retryAfter?: number): ApiError {
  const parsed = v.safeParse(problemBody, body);
  // A gateway may answer with an HTML page, and a network that wants a sign-in with one of 511.
  const isOurs = status >= 500 && status !== 511;
  if (!parsed.success)
    return new ApiError(isOurs ? 'internal' : 'unreadable', status, '', null, undefined, retryAfter);
  // RFC 9457 allows a URI as the type. The slug is its last segment.
  const type = parsed.output.type.split('/').at(-1) || 'unreadable';
  const { detail, field, limit } = parsed.output;
  return new ApiError(type, status, detail, field ?? null, limit, retryAfter);
}

/** Returns true if a retry may succeed: the cause is the network or a temporary state of the server. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Returns true if the server refused the call for good. Nothing was changed. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 422);

/** Returns true for a call that the app itself aborted. */
export const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
