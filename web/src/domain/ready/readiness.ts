import { queryOptions } from '@tanstack/react-query';
import { farmerOf } from '@/shared/api/query-client';
import { answersOf } from '@/shared/storage/answers';
import { needsOf, type ReadyPart } from './needs';
import { isSparing } from './sparing';

/** How much of a part is on the phone. */
export interface Readiness {
  part: ReadyPart;
  ready: number;
  wanted: number;
}

/** What is on the phone of all that the farmer's screens need, and since when. */
export const readinessQuery = (language: string) =>
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
