import { type FetchQueryOptions, hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { safeParse } from 'valibot';
import { consentQuery, noticeQuery } from '@/domain/consent/queries';
import { CROP_NAMES } from '@/domain/crops/crop-names';
import { adviceQuery, cardQuery } from '@/shared/api/advice';
import { cropCalendarQuery, nextWindowsQuery, ownWindowsQuery } from '@/shared/api/calendar';
import { cropEntryQuery } from '@/shared/api/crop-entry';
import { cropsQuery } from '@/shared/api/crops';
import { demandSourcesQuery, projectedNeedQuery } from '@/shared/api/demand-details';
import { knownCropRecommendationsQuery } from '@/shared/api/known-crops';
import { demandQuery, regionDemandQuery } from '@/shared/api/queries';
import type { Keeping } from '@/shared/api/query-client';
import { recordQuery } from '@/shared/api/record';
import { regionsQuery } from '@/shared/api/regions';
import { soilClimateQuery } from '@/shared/api/soil-climate';
import { sowingsQuery, withdrawnQuery } from '@/shared/api/sowings';
import { INDIA } from '@/shared/paths';
import { nameOfAnswer } from '@/shared/query/kept-answers';
import type { answersOf } from '@/shared/storage/answers';

/** What a farmer's own screens need; the figures of regions; and the crops, one by one. */
export type ReadyPart = 'own' | 'figures' | 'crops';

/** A question of which a screen needs the answer. */
export interface Need {
  part: ReadyPart;
  /** The name of its answer on the phone. */
  name: string;
  /** Whether a screen shows it, which then reads it itself. */
  isShown: () => boolean;
  load: () => Promise<unknown>;
}

export interface ReadAhead {
  client: QueryClient;
  answers: ReturnType<typeof answersOf>;
  language: string;
  /** The farmer pays for each byte: only what the main job needs. */
  isSparing: boolean;
}

interface Question {
  queryKey: QueryKey;
  meta?: Readonly<Record<string, unknown>>;
}

const ALL_CROPS = CROP_NAMES.map(({ id }) => id.slice('crop.'.length));

/**
 * Lists what the screens of a farmer need, in the order of its use. What the record and the advice name comes with
 * them, as far as they are known.
 */
export async function needsOf(reader: ReadAhead): Promise<Need[]> {
  const { client, language, isSparing } = reader;
  const [record, advice] = await Promise.all([known(reader, recordQuery), known(reader, adviceQuery)]);
  const region = record?.district?.region;
  const need = (part: ReadyPart, question: Question, load: Need['load']): Need => ({
    part,
    name: nameOfQuestion(question),
    isShown: () => client.getQueryCache().find({ queryKey: question.queryKey })?.isActive() ?? false,
    load,
  });
  const ask = <Data, Key extends QueryKey>(
    part: ReadyPart,
    options: FetchQueryOptions<Data, Error, Data, Key>,
  ): Need => need(part, options, () => client.fetchQuery(options));

  const own: Need[] = [
    ask('own', recordQuery),
    ask('own', consentQuery),
    ask('own', adviceQuery),
    need('own', sowingsQuery, () => client.fetchInfiniteQuery(sowingsQuery)),
    ask('own', withdrawnQuery),
    ask('own', ownWindowsQuery),
    ask('own', cropsQuery),
    ask('own', knownCropRecommendationsQuery),
    ask('own', soilClimateQuery),
    ask('own', demandQuery),
  ];
  if (isSparing) return own;

  const regions = region ? [INDIA, region] : [INDIA];
  const figures = [
    ...(region ? [ask('figures', regionDemandQuery(region))] : []),
    ...regions.map((one) => ask('figures', nextWindowsQuery(one))),
    ask('figures', projectedNeedQuery),
    ask('figures', regionsQuery),
    ...regions.map((one) => ask('figures', demandSourcesQuery(one, language))),
    ask('figures', noticeQuery(language)),
  ];

  const advised = advice?.advice.map(({ crop }) => crop) ?? [];
  const near = new Set([
    ...advised,
    ...(advice?.sown ?? []).map(({ crop }) => crop),
    ...(record?.known_crops ?? []),
  ]);
  const cards = [...near, ...(advice?.not_shown ?? []).map(({ crop }) => crop)];
  const crops = [
    ...[...near, ...ALL_CROPS].flatMap((crop) => [
      ask('crops', cropEntryQuery(crop, language)),
      ask('crops', cropCalendarQuery(region ?? INDIA, crop, language)),
    ]),
    ...cards.filter((crop) => !advised.includes(crop)).map((crop) => ask('crops', cardQuery(crop, language))),
  ];
  const all = [...own, ...figures, ...crops];
  return all.filter(({ name }, index) => all.findIndex((one) => one.name === name) === index);
}

const keepingOf = ({ meta }: Question) => meta?.keeping as Keeping;

const nameOfQuestion = (question: Question) =>
  nameOfAnswer({ queryHash: hashKey(question.queryKey) }, keepingOf(question));

/** Returns an answer as the client has it, or else the phone. */
async function known<Data, Key extends QueryKey>(
  { client, answers }: ReadAhead,
  options: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data | undefined> {
  const shown = client.getQueryData<Data>(options.queryKey);
  if (shown !== undefined) return shown;
  const kept = await answers.read(nameOfQuestion(options));
  const parsed = safeParse(keepingOf(options).schema, kept?.data);
  return parsed.success ? (parsed.output as Data) : undefined;
}
