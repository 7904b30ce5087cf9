import { intention } from '@/shared/api/advice';
import { type Api, done, read } from '@/shared/api/client';
import { ApiError } from '@/shared/api/problem';
import { type FarmerRecord, farmerRecord } from '@/shared/api/record';
import { sowing } from '@/shared/api/sowings';
import { changed, partOf } from './record-changes';
import type { AnswerOf, Kind, Named, RecordKind, Sendable, Write, WriteOf } from './writes';

/** What a write is sent with, beside what it says. */
export interface Sending {
  api: Api;
  /** The key of the entry: the same one each time that it is sent. */
  key: string;
  /** How long ago the farmer saved it, as the phone measures it. */
  secondsAgo: number;
  /** The id of a sowing or a plan, also of one that a write before this one has recorded. */
  idOf: (named: Named) => string;
  /** The record as the writes before this one left it, the oldest first. */
  records: readonly FarmerRecord[];
}

/** The record of a farmer was changed elsewhere since the farmer saw it, in the part that the write changes. */
export class NewerRecord extends Error {
  override readonly name = 'NewerRecord';
  constructor(readonly record: FarmerRecord) {
    super('The record was changed elsewhere');
  }
}

/** Sends a write and returns the answer. Sending it again is harmless: it is recorded once. */
export const send = <K extends Sendable>(write: WriteOf<K>, sending: Sending): Promise<AnswerOf<K>> =>
  senders[write.kind as K](write, sending);

type Sender<K extends Kind> = (write: WriteOf<K>, sending: Sending) => Promise<AnswerOf<K>>;

const senders: { [K in Sendable]: Sender<K> } = {
  sow: ({ body }, { api, key, secondsAgo }) =>
    read(
      api.POST('/api/v1/me/sowings', {
        params: { header: { 'Idempotency-Key': key } },
        body: { ...body, entered_seconds_ago: secondsAgo },
      }),
      sowing,
    ),
  plan: ({ body }, { api, key }) =>
    read(
      api.POST('/api/v1/me/intentions', { params: { header: { 'Idempotency-Key': key } }, body }),
      intention,
    ),
  'sow-plan': ({ body: { plan, ...body } }, { api, idOf, secondsAgo }) =>
    read(
      api.POST('/api/v1/me/intentions/{id}/sowing', {
        params: path(idOf(plan)),
        body: { ...body, entered_seconds_ago: secondsAgo },
      }),
      sowing,
    ),
  'drop-plan': ({ body: { plan } }, { api, idOf }) =>
    removed(api.DELETE('/api/v1/me/intentions/{id}', { params: path(idOf(plan)) })),
  close: ({ body: { sowing: named, ...body } }, { api, idOf }) =>
    read(api.PATCH('/api/v1/me/sowings/{id}', { params: path(idOf(named)), body }), sowing),
  mature: ({ body: { sowing: named, ...body } }, { api, idOf }) =>
    read(api.PATCH('/api/v1/me/sowings/{id}', { params: path(idOf(named)), body }), sowing),
  withdraw: ({ body: { sowing: named } }, { api, idOf }) =>
    removed(api.DELETE('/api/v1/me/sowings/{id}', { params: path(idOf(named)) })),
  'undo-closing': ({ body: { sowing: named } }, { api, idOf }) =>
    read(api.DELETE('/api/v1/me/sowings/{id}/closing', { params: path(idOf(named)) }), sowing),
  'undo-withdrawal': ({ body: { sowing: named } }, { api, idOf }) =>
    read(api.DELETE('/api/v1/me/sowings/{id}/withdrawal', { params: path(idOf(named)) }), sowing),
  profile: (write, sending) =>
    change(write, sending, (api, call) => api.PUT('/api/v1/me/profile', { ...call, body: write.body })),
  npk: (write, sending) =>
    change(write, sending, (api, call) => api.PUT('/api/v1/me/npk', { ...call, body: write.body })),
  place: (write, sending) =>
    change(write, sending, (api, call) => api.PUT('/api/v1/me/place', { ...call, body: write.body })),
  land: (write, sending) =>
    change(write, sending, (api, call) => api.PUT('/api/v1/me/land', { ...call, body: write.body })),
  water: (write, sending) =>
    change(write, sending, (api, call) => api.PUT('/api/v1/me/water', { ...call, body: write.body })),
  soil: (write, sending) =>
    change(write, sending, (api, call) => api.PUT('/api/v1/me/soil', { ...call, body: write.body })),
  'last-crop': (write, sending) =>
    change(write, sending, (api, call) => {
      const { last_crop } = write.body;
      return api.PUT('/api/v1/me/last-crop', { ...call, body: { last_crop } });
    }),
  unit: ({ body }, { api }) => read(api.PUT('/api/v1/me/units', { body }), farmerRecord),
  language: async ({ body }, { api }) => {
    await done(api.PUT('/api/v1/me/language', { body }));
    return null;
  },
  'known-crop': async ({ body: { crop, known } }, { api }) => {
    const params = { path: { crop } };
    if (known) return read(api.PUT('/api/v1/me/known-crops/{crop}', { params, body: {} }), farmerRecord);
    try {
      return await read(api.DELETE('/api/v1/me/known-crops/{crop}', { params }), farmerRecord);
    } catch (error) {
      // Without a record no crop is known, so there is nothing to remove.
      if (!(error instanceof ApiError && error.type === 'no-farmer-record')) throw error;
      console.warn("Document doesn't exist. No crop to remove.");
      return null;
    }
  },
};

type Put = (api: Api, call: { params: { header: { 'If-Match': string } } }) => ReturnType<Api['PUT']>;

/**
 * Changes the record over what the farmer saw. If something else in it was changed meanwhile, it is sent again over
 * that; if the part itself was, only the farmer knows which one shall stand.
 */
async function change(
  write: Extract<Write, { kind: RecordKind }>,
  { api, records }: Sending,
  put: Put,
): Promise<FarmerRecord> {
  const isAsSeen = (record: FarmerRecord) => partOf(write.kind, record) === write.seen;
  let over = records.reduce(
    (seen, left) => (left.revision === seen + 1 && isAsSeen(left) ? left.revision : seen),
    write.revision,
  );
  for (;;) {
    try {
      const sent = put(api, { params: { header: { 'If-Match': `"${over}"` } } });
      return await read(sent as Parameters<typeof read<typeof farmerRecord>>[0], farmerRecord);
    } catch (error) {
      if (!(error instanceof ApiError && error.type === 'record-changed')) throw error;
    }
    const newer = await read(api.GET('/api/v1/me/profile'), farmerRecord);
    const mine = changed(newer, write);
    if (partOf(write.kind, newer) === partOf(write.kind, mine)) return newer;
    if (!isAsSeen(newer)) throw new NewerRecord(newer);
    over = newer.revision;
  }
}

const path = (id: string) => ({ path: { id } });

/** What is gone already is as good as removed, possibly by an earlier attempt whose answer was lost. */
async function removed(call: ReturnType<Api['DELETE']>): Promise<null> {
  try {
    await done(call as Parameters<typeof done>[0]);
  } catch (error) {
    if (!(error instanceof ApiError && GONE.includes(error.type))) throw error;
  }
  return null;
}

const GONE: readonly string[] = ['not-found', 'intention-ended'];
