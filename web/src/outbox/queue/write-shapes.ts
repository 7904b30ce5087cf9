import * as v from 'valibot';
import type { Sendable } from './writes';

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
  unit: v.looseObject({ unit: v.string() }),
  language: v.looseObject({ language: v.string() }),
  'known-crop': v.looseObject({ crop: v.string(), known: v.boolean() }),
};

const OVER_RECORD: readonly string[] = ['profile', 'npk', 'place', 'land', 'water', 'soil'];
const overRecord = v.looseObject({ revision: v.number(), seen: v.string() });

/** Whether this version of the app can send a write that is kept on the phone. */
export function isSendable(given: unknown): boolean {
  const { kind, body } = (given ?? {}) as { kind?: unknown; body?: unknown };
  if (typeof kind !== 'string' || !Object.hasOwn(bodies, kind)) return false;
  return v.is(bodies[kind as Sendable], body) && (!OVER_RECORD.includes(kind) || v.is(overRecord, given));
}
