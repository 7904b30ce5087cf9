import { t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { asOf } from '@/domain/ready/as-of';
import { needsOf, type ReadyPart } from '@/domain/ready/needs';
import { isSparing } from '@/domain/ready/sparing';
import { farmerOf } from '@/shared/api/query-client';
import { useLanguage } from '@/shared/i18n/language';
import { answersOf } from '@/shared/storage/answers';
import { RecordLines } from './record-lines';

/** Poll interval while something is missing, ms. */
const LOOK_AGAIN_MS = 3_000;

const isAllHere = (parts: readonly Readiness[]) => parts.every(({ ready, wanted }) => ready === wanted);

/** Tells what of the farmer's screens opens on this phone without a network. */
export function ReadyHere() {
  const { data, error } = useQuery({
    ...readinessQuery(useLanguage()),
    refetchInterval: ({ state }) => (state.data && isAllHere(state.data.parts) ? false : LOOK_AGAIN_MS),
  });
  if (error) return <p>{t`This browser keeps nothing, so that Grow opens only with a network here.`}</p>;
  if (!data) return null;
  const { parts, since } = data;
  const lines = parts.map(({ part, ready, wanted }) => ({
    label: labelOf(part),
    value: ready === wanted ? t`ready` : t`${ready} of ${wanted} ready`,
  }));
  return (
    <>
      <RecordLines lines={lines} />
      {!isAllHere(parts) && <p>{t`The rest comes by itself while Grow is open with a network.`}</p>}
      {isSparing() && <p>{t`Your browser saves data. Figures and crops are kept when you open them.`}</p>}
      {since !== null && <p>{asOf(since, Date.now())}</p>}
    </>
  );
}

const labelOf = (part: ReadyPart): string =>
  ({
    own: t`Your record, sowings and advice`,
    figures: t`Need in India and in your state`,
    crops: t`The crops`,
  })[part];

/** How much of a part is on the phone. */
interface Readiness {
  part: ReadyPart;
  ready: number;
  wanted: number;
}

/** What is on the phone of all that the farmer's screens need, and since when. */
const readinessQuery = (language: string) =>
  queryOptions({
    queryKey: ['readiness', language],
    queryFn: async ({ client }) => {
      const answers = answersOf(farmerOf(client) ?? '');
      const [needs, ages] = await Promise.all([
        needsOf({ client, answers, language, isSparing: isSparing() }),
        answers.ages(),
      ]);
      const found = needs.flatMap(({ name }) => ages.get(name) ?? []);
      const parts = [...new Set(needs.map(({ part }) => part))].map((part): Readiness => {
        const ofPart = needs.filter((need) => need.part === part);
        return { part, ready: ofPart.filter(({ name }) => ages.has(name)).length, wanted: ofPart.length };
      });
      return { parts, since: found.length > 0 ? Math.min(...found) : null };
    },
    staleTime: 0,
  });
