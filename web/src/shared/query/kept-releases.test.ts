import fc from 'fast-check';
import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient, endCalls, keptAs } from '../api/query-client';
import type { KeptAnswer } from '../storage/database';
import { type Answers, keepAnswers } from './kept-answers';

/**
 * Releases of the app, in their order. The second one adds a member that may be missing, the third one means another
 * thing by the same member, and the fourth one wants a member that the third one may lack.
 */
const RELEASES = [
  keptAs(v.object({ kg: v.number() })),
  keptAs(v.object({ kg: v.number(), crop: v.nullish(v.string(), null) })),
  keptAs(v.object({ kg: v.pipe(v.number(), v.minValue(1_000)), crop: v.nullish(v.string(), null) }), 2),
  keptAs(v.object({ kg: v.number(), crop: v.string() }), 2),
] as const;

const KEY = ['me', 'harvest'];

type Step = { release: number; network: number | null };

const steps = fc.array(
  fc.record<Step>({
    release: fc.nat({ max: RELEASES.length - 1 }),
    /** What the server answers; without a network nothing comes. */
    network: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
  }),
  { maxLength: 12 },
);

/** What the server of a release answers. */
function answerOf(release: number, kg: number) {
  if (release === 0) return { kg };
  if (release === 1) return { kg, crop: 'maize' };
  return { kg: kg * 1_000, crop: release === 3 || kg % 2 === 0 ? 'maize' : null };
}

/** What a release shows of an answer that another one has kept; nothing if it cannot understand it. */
function shownBy(release: number, by: number, kg: number): unknown {
  const isSameVersion = release < 2 === by < 2;
  if (!isSameVersion) return undefined;
  const answer = answerOf(by, kg);
  if (release === 0) return { kg };
  if (release === 3 && answer.crop === null) return undefined;
  return { crop: null, ...answer };
}

beforeEach(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'hidden' }));
  return () => vi.unstubAllGlobals();
});

/** Opens the screen in a release, as a page load does. Returns what it shows first. */
async function open(kept: Map<string, KeptAnswer>, { release, network }: Step): Promise<unknown> {
  const answers: Answers = {
    read: async (name) => structuredClone(kept.get(name)),
    write: async (all) => {
      for (const answer of all) kept.set(answer.hash, structuredClone(answer));
    },
    remove: async () => {},
  };
  const client = createQueryClient('meena');
  keepAnswers(client, answers);
  let answer: (data: unknown) => void = () => {};
  const asked = client.fetchQuery({
    queryKey: KEY,
    queryFn: () => new Promise((resolve) => (answer = resolve)),
    meta: RELEASES[release] as (typeof RELEASES)[number],
  });
  await new Promise((read) => setTimeout(read));
  const shown = client.getQueryData(KEY);
  if (network !== null) {
    answer(v.parse(RELEASES[release]?.keeping.schema as v.GenericSchema, answerOf(release, network)));
    await asked;
    document.dispatchEvent(new Event('visibilitychange'));
    await new Promise((written) => setTimeout(written));
  } else {
    asked.catch(() => {});
  }
  endCalls(client);
  client.clear();
  return shown;
}

test('a release shows what any other one has kept last, if it means the same by it, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const kept = new Map<string, KeptAnswer>();
      for (const [place, step] of all.entries()) {
        const shown = await open(kept, step);
        const last = all
          .slice(0, place)
          .findLast(({ release, network }) => network !== null && release < 2 === step.release < 2);
        const known = last && shownBy(step.release, last.release, last.network as number);
        expect(shown).toEqual(known);
      }
    }),
    { numRuns: 100 },
  );
});
