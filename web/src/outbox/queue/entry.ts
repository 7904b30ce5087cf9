import * as v from 'valibot';
import { ApiError } from '@/shared/api/problem';
import { farmerRecord } from '@/shared/api/record';
import { type Answer, isOfRecord, isQuiet, type Named, type Sendable, type Write } from './writes';

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
  v.object({
    name: v.literal('waiting'),
    before: v.optional(answered),
    /** The server is older than the app, and does not know yet what this says. */
    isEarly: v.optional(v.boolean()),
    /** Number of restores of the server: invalidates the answer to an earlier attempt. */
    restored: v.optional(v.number()),
  }),
  /** The farmer has not agreed to the notice yet, or not to its newest version. */
  v.object({ name: v.literal('consent') }),
  /** The server refused it for good. Only the farmer can change it or take it back. */
  v.object({ name: v.literal('parked'), problem }),
  /** The record was changed elsewhere meanwhile. The farmer decides which one shall stand. */
  v.object({ name: v.literal('newer'), record: farmerRecord }),
  answered,
  /** Another version of the app has kept it, and this one cannot read it. It is never kept as such. */
  v.object({ name: v.literal('set-aside') }),
]);

const SET_ASIDE = { name: 'set-aside' } as const;

/** A moment that a date can be made of, ms; 0 if it is not known. */
const moment = v.fallback(v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)), 0);

/** A write in the queue of its farmer. */
const entry = v.object({
  /** Its place in the order in which the farmer saved. */
  order: v.number(),
  /** Names the write for ever: it is sent with the same key each time. */
  key: v.pipe(v.string(), v.minLength(8)),
  farmer: v.string(),
  /** When the farmer saved it, by the clock of the phone as the server's last answer corrects it: milliseconds. */
  at: moment,
  /** The same by the monotonic clock, which a change of the phone's clock does not affect. */
  steady: v.fallback(v.optional(v.number()), undefined),
  write: v.pipe(
    v.unknown(),
    v.transform((given) => (isSendable(given) ? given : { kind: 'unknown', body: given ?? {} }) as Write),
  ),
  /** It was sent at least once, so that the server may have recorded it. */
  tried: v.fallback(v.boolean(), false),
  state: v.fallback(state, SET_ASIDE),
});

export type Entry = v.InferOutput<typeof entry>;
export type State = Entry['state'];

/** Parses a stored entry. Undefined if it is not one of any version. */
export function entryOf(found: unknown): Entry | undefined {
  const { success, output } = v.safeParse(entry, found);
  if (!success) return undefined;
  return output.write.kind === 'unknown' ? { ...output, state: SET_ASIDE } : output;
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

/** Restores the server's error from the stored refusal. */
export const errorOf = ({ type, status, detail, field, limit }: v.InferOutput<typeof problem>): ApiError =>
  new ApiError(type, status, detail, field, limit);

/** Returns the sowing or plan that a write is about; null if it is about none, or records it. */
export function subjectOf({ body }: Write): Named | null {
  if ('sowing' in body) return body.sowing;
  return 'plan' in body ? body.plan : null;
}

/**
 * Returns those of the answered entries that nothing needs any more. One that records what a write is about is kept
 * until that one is done.
 */
export function unneeded(entries: readonly Entry[], isOld: (on: number) => boolean): Entry[] {
  const named = new Set(
    entries.flatMap(({ state, write }) => {
      const subject = state.name === 'answered' ? null : subjectOf(write);
      return subject?.key ?? [];
    }),
  );
  return entries.filter(({ key, state }) => state.name === 'answered' && isOld(state.on) && !named.has(key));
}

/** Returns the id of what a write has recorded; undefined before it is answered. */
export const idOf = ({ state }: Entry): string | undefined =>
  state.name === 'answered' ? idIn(state.answer as Answer) : undefined;

/** Returns the id that it had on a server which came back from a backup since then. */
export const idBefore = ({ state }: Entry): string | undefined =>
  state.name === 'waiting' && state.before ? idIn(state.before.answer as Answer) : undefined;

const idIn = (answer: Answer) => (answer && 'id' in answer ? answer.id : undefined);

/** What this version of the app needs of a kept write to send and to describe it. Another version may keep more. */
const named = v.union([v.looseObject({ id: v.string() }), v.looseObject({ key: v.string() })]);
const ofSowing = v.looseObject({ sowing: named });
const ofPlan = v.looseObject({ plan: named });
const size = v.optional(v.looseObject({ value: v.number(), unit: v.string() }));
const day = v.nullish(v.string());
const amount = v.nullish(v.number());
const text = v.nullish(v.string());
const sown = v.looseObject({ crop: v.string(), field_size_ha: amount, field_size: size, sown_on: day });

const bodies: { [K in Sendable]: v.GenericSchema } = {
  sow: sown,
  plan: sown,
  'sow-plan': v.looseObject({ plan: named, sown_on: day }),
  'drop-plan': ofPlan,
  close: v.looseObject({ sowing: named, outcome: v.string() }),
  mature: v.looseObject({ sowing: named, maturity: v.string() }),
  withdraw: ofSowing,
  'undo-closing': ofSowing,
  'undo-withdrawal': ofSowing,
  profile: v.looseObject({ number: v.string(), place: v.string() }),
  npk: v.looseObject({ n: amount, p: amount, k: amount }),
  place: v.looseObject({ place: v.string() }),
  land: v.looseObject({ land_ha: amount, land: size }),
  water: v.looseObject({ water: text }),
  soil: v.looseObject({ soil: text }),
  'last-crop': v.looseObject({ last_crop: text, name: v.optional(v.string()) }),
  unit: v.looseObject({ unit: v.string() }),
  language: v.looseObject({ language: v.string() }),
  'known-crop': v.looseObject({ crop: v.string(), known: v.boolean() }),
};

const overRecord = v.looseObject({ revision: v.number(), seen: v.string() });

/** Whether this version of the app can send a write that is kept on the phone. */
function isSendable(given: unknown): boolean {
  const { kind, body } = (given ?? {}) as { kind?: unknown; body?: unknown };
  if (typeof kind !== 'string' || !Object.hasOwn(bodies, kind)) return false;
  return v.is(bodies[kind as Sendable], body) && (!isOfRecord(kind) || v.is(overRecord, given));
}
