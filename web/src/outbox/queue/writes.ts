import type { Intention } from '@/shared/api/advice';
import type { FarmerRecord } from '@/shared/api/record';
import type { Sowing } from '@/shared/api/sowings';
import type { components } from '../../shared/api/schema';

type Schemas = components['schemas'];

/**
 * A sowing or a plan: by its id, or by the key of the write that records it. Such a write waits until that one is
 * answered. The id beside a key is the one that it had when the write was saved, for the time after the phone forgets
 * what recorded it.
 */
export type Named = { id: string; key?: undefined } | { key: string; id?: string | undefined };

/** What each kind of write says. */
interface Bodies {
  sow: Schemas['NewSowing'];
  plan: Schemas['NewIntention'];
  'sow-plan': Schemas['SownIntention'] & { plan: Named };
  'drop-plan': { plan: Named };
  close: { sowing: Named; outcome: 'harvested' | 'failed'; harvested_kg?: number };
  mature: { sowing: Named; maturity: Schemas['MaturityClass'] };
  withdraw: { sowing: Named };
  'undo-closing': { sowing: Named };
  'undo-withdrawal': { sowing: Named };
  profile: Schemas['NewProfile'];
  npk: Schemas['NewNpk'];
  place: Schemas['NewPlace'];
  land: Schemas['NewLand'];
  water: Schemas['NewWater'];
  soil: Schemas['NewSoil'];
  /** With its name in the language of the farmer, by which it is called while it waits. */
  'last-crop': Schemas['NewLastCrop'] & { name?: string };
  unit: Schemas['NewUnit'];
  language: Schemas['NewLanguage'];
  'known-crop': { crop: string; known: boolean };
  /** A write that this version of the app does not know, as it was kept by another one. */
  unknown: object;
}

export type Kind = keyof Bodies;
export type Sendable = Exclude<Kind, 'unknown'>;

const RECORD_KINDS = ['profile', 'npk', 'place', 'land', 'water', 'soil', 'last-crop'] as const;
/** Writes of a part of the record, over the part that the farmer saw. */
export type RecordKind = (typeof RECORD_KINDS)[number];
export const isOfRecord = (kind: string): kind is RecordKind => RECORD_KINDS.some((one) => one === kind);

/** Writes that no form awaits: they remember a choice for the next form. */
export const isQuiet = (kind: Kind) => kind === 'unit' || kind === 'language';

/** Taking something back needs no consent. */
export const needsConsent = ({ kind, body }: { kind: Kind; body: object }) =>
  kind !== 'withdraw' && kind !== 'drop-plan' && !(kind === 'known-crop' && 'known' in body && !body.known);

/** A write of one kind. A change of the record names what the farmer saw: its revision, and the part that it changes. */
export type WriteOf<K extends Kind> = K extends RecordKind
  ? { kind: K; body: Bodies[K]; revision: number; seen: string }
  : { kind: K; body: Bodies[K] };

/** A write of a farmer, as data. */
export type Write = { [K in Kind]: WriteOf<K> }[Kind];

/** What the server answers: what was recorded, the whole record, or nothing. */
export type Answer = Sowing | Intention | FarmerRecord | null;

type OfSowing = 'sow' | 'sow-plan' | 'close' | 'mature' | 'undo-closing' | 'undo-withdrawal';
export type AnswerOf<K extends Kind> = K extends OfSowing
  ? Sowing
  : K extends 'plan'
    ? Intention
    : K extends RecordKind | 'unit'
      ? FarmerRecord
      : K extends 'known-crop'
        ? FarmerRecord | null
        : null;

/** What undoes a write that may be recorded; null if nothing does. */
export function inverseOf(key: string, write: Write): Write | null {
  switch (write.kind) {
    case 'sow':
    case 'sow-plan':
      return { kind: 'withdraw', body: { sowing: { key } } };
    case 'plan':
      return { kind: 'drop-plan', body: { plan: { key } } };
    case 'close':
      return { kind: 'undo-closing', body: { sowing: write.body.sowing } };
    case 'withdraw':
      return { kind: 'undo-withdrawal', body: { sowing: write.body.sowing } };
    case 'known-crop':
      return { kind: 'known-crop', body: { crop: write.body.crop, known: !write.body.known } };
    default:
      return null;
  }
}
