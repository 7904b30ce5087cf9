import * as v from 'valibot';

const problemBody = v.object({
  type: v.string(),
  detail: v.optional(v.string(), ''),
  field: v.optional(v.nullable(v.string())),
});

/** The slugs of the API; see docs/API.md. */
export type ProblemType =
  | LocalProblem
  | 'another-farmer'
  | 'body-too-large'
  | 'body-too-slow'
  | 'consent-required'
  | 'field-size-not-a-number'
  | 'foreign-origin'
  | 'harvested-kg'
  | 'idempotency-key-invalid'
  | 'idempotency-key-missing'
  | 'idempotency-key-reused'
  | 'intention-ended'
  | 'invalid-date'
  | 'invalid-field-size'
  | 'invalid-npk'
  | 'invalid-number'
  | 'invalid-place'
  | 'land'
  | 'malformed-json'
  | 'malformed-query'
  | 'method-not-allowed'
  | 'missing-field'
  | 'no-demand-figures'
  | 'no-farmer-record'
  | 'no-host'
  | 'not-confirmed'
  | 'not-found'
  | 'not-json'
  | 'not-signed-in'
  | 'nothing-to-change'
  | 'notice-outdated'
  | 'overloaded'
  | 'profile-incomplete'
  | 'sowing-closed'
  | 'sown-on-future'
  | 'sown-on-too-old'
  | 'too-many-intentions'
  | 'too-many-requests'
  | 'too-many-streams'
  | 'too-much-planned'
  | 'unavailable'
  | 'unknown-crop'
  | 'unknown-district'
  | 'unknown-field'
  | 'unknown-language'
  | 'unknown-maturity'
  | 'unknown-outcome'
  | 'unknown-region'
  | 'wrong-type';

/** Causes without a readable answer: the request failed on the way, or the app itself did. */
export type LocalProblem = 'network' | 'timeout' | 'unreadable' | 'internal';

/** A failed call. `type` is the slug of the problem and selects the message. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly type: string,
    /** 0 if no answer arrived. */
    readonly status: number,
    readonly detail: string,
    readonly field: string | null = null,
  ) {
    super(`${type} (${status})`);
  }
}

export const localProblem = (type: LocalProblem) => new ApiError(type, 0, '');

export function problemFrom(body: unknown, status: number): ApiError {
  const parsed = v.safeParse(problemBody, body);
  // A gateway may answer with an HTML page.
  if (!parsed.success) return new ApiError(status >= 500 ? 'internal' : 'unreadable', status, '');
  // RFC 9457 allows a URI as the type. The slug is its last segment.
  const type = parsed.output.type.split('/').at(-1) || 'unreadable';
  return new ApiError(type, status, parsed.output.detail, parsed.output.field ?? null);
}

/** Returns true if a retry may succeed: the cause is the network or a temporary state of the server. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** Returns true if the server refused the call for good. Nothing was changed. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 422);
}

/** Returns true for a call that the app itself aborted. */
export const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
