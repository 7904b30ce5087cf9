import * as v from 'valibot';
import { ApiError } from '../api/problem';
import { farmerRecord } from '../api/record';
import { type Answer, isQuiet, type Named, type Write } from './writes';

/** The refusal of a write, as it is kept. */
const problem = v.object({
  type: v.string(),
  status: v.number(),
  detail: v.string(),
  field: v.nullable(v.string()),
  limit: v.optional(v.unknown()),
});

/** The server has recorded it. */
const answered = v.object({ name: v.literal('answered'), answer: v.unknown(), on: v.number() });

const state = v.variant('name', [
  /** It is sent as soon as its turn comes. What a restored server is offered again was answered before. */
  v.object({ name: v.literal('waiting'), before: v.optional(answered) }),
  /** The farmer has not agreed to the notice yet, or not to its newest version. */
  v.object({ name: v.literal('consent') }),
  /** The server refused it for good. Only the farmer can change it or take it back. */
  v.object({ name: v.literal('parked'), problem }),
  /** The record was changed elsewhere meanwhile. The farmer decides which one shall stand. */
  v.object({ name: v.literal('newer'), record: farmerRecord }),
  answered,
]);

/** A write in the queue of its farmer. */
export const entry = v.object({
  /** Its place in the order in which the farmer saved. */
  order: v.number(),
  /** Names the write for ever: it is sent with the same key each time. */
  key: v.pipe(v.string(), v.minLength(8)),
  farmer: v.string(),
  /** When the farmer saved it, by the clock of the phone: milliseconds. */
  at: v.number(),
  write: v.custom<Write>(isWrite),
  /** It was sent at least once, so that the server may have recorded it. */
  tried: v.boolean(),
  state,
});

export type Entry = v.InferOutput<typeof entry>;
export type State = Entry['state'];

function isWrite(given: unknown): boolean {
  const { kind, body } = (given ?? {}) as { kind?: unknown; body?: unknown };
  return typeof kind === 'string' && typeof body === 'object' && body !== null;
}

/** Whether an entry is only on this phone, and its farmer asked for it. */
export const isUnsent = ({ state, write }: Entry) => state.name !== 'answered' && !isQuiet(write.kind);

export const refusalOf = ({
  type,
  status,
  detail,
  field,
  limit,
}: ApiError): v.InferOutput<typeof problem> => ({
  type,
  status,
  detail,
  field,
  limit,
});

/** The error that the server told, for the sentences of forms. */
export const errorOf = ({ type, status, detail, field, limit }: v.InferOutput<typeof problem>): ApiError =>
  new ApiError(type, status, detail, field, limit);

/** Returns the sowing or plan that a write is about; null if it is about none, or records it. */
export function subjectOf({ body }: Write): Named | null {
  if ('sowing' in body) return body.sowing;
  return 'plan' in body ? body.plan : null;
}

/** Returns the id of what a write has recorded; undefined before it is answered. */
export function idOf({ state: { name, ...rest } }: Entry): string | undefined {
  const answer = name === 'answered' && 'answer' in rest ? (rest.answer as Answer) : null;
  return answer && 'id' in answer ? answer.id : undefined;
}
