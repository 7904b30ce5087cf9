import * as v from 'valibot';

const problemBody = v.object({
  type: v.string(),
  detail: v.optional(v.string(), ''),
  field: v.optional(v.nullable(v.string())),
});

/** Causes that never reached the server or came back unreadable, and failures of the app itself. */
export type LocalProblem = 'network' | 'timeout' | 'unreadable' | 'internal';

/** Every failed call, whatever the cause. `type` is the problem slug and the key of its translation. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly type: string,
    /** 0 when no answer arrived. */
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
  // A gateway in front of the server answers with a page of its own.
  if (!parsed.success) return new ApiError(status >= 500 ? 'internal' : 'unreadable', status, '');
  // RFC 9457 allows an address as the type; the slug is its last part.
  const type = parsed.output.type.split('/').at(-1) || 'unreadable';
  return new ApiError(type, status, parsed.output.detail, parsed.output.field ?? null);
}

/** True when a later try of the same call can succeed: the cause is the network or a passing state of the server. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** True when the server has read the call and will never grant it as it stands; nothing was done. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 422);
}

/** True for a call that was ended here: nobody waits for it any more. */
export const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
