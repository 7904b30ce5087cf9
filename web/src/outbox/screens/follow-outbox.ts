import { plural, t } from '@lingui/core/macro';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followOccasions, foregroundKeys, outbox } from '@/outbox/queue/browser-outbox';
import { entriesChanged } from '@/outbox/queue/entries';
import { type Entry, isUnsent } from '@/outbox/queue/entry';
import { generationHeard, lostWrites, noteUnsent } from '@/outbox/queue/phone-notes';
import { whenGenerationTold } from '@/shared/api/client';
import { isAborted } from '@/shared/api/problem';
import { apiOf, farmerOf } from '@/shared/api/query-client';
import { withScreenMessages } from '@/shared/i18n/language';
import { useNotices } from '@/shared/ui/notices';

/** The notices of the screen that is open. */
interface Notices {
  succeedBeside: (sentence: string) => void;
  fail: (sentence: string) => void;
}

const BETWEEN_LOOKS_MS = 1_000;

/** Sends the farmer's outbox and shows the outcomes. Returns a function that ends it. */
export function followOutbox(
  client: QueryClient,
  farmer: string,
  { succeedBeside, fail }: Notices,
): () => void {
  /** What is to be said when the queue stops. */
  let arrived: string[] = [];
  /** What has happened since the queue was read last. */
  let moved = new Set<string>();
  let isEnd = false;
  let next = 0;
  let hurry = () => {};
  /** While many writes leave one after the other, the screens follow once a second, and at the end. */
  const turn = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, isEnd ? 0 : next - performance.now());
      hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const read = async () => {
    const all = await outbox.entries(farmer);
    noteUnsent(farmer, all.filter(isUnsent).length);
    return all;
  };
  const begin = async () => {
    const lost = lostWrites(farmer, (await outbox.entries(farmer)).length);
    await read();
    if (lost > 0) fail(lostSentence(lost));
  };
  const follow = async (keys: ReadonlySet<string>, ended: boolean) => {
    const all = await read();
    const settled = all.filter(({ key, state }) => keys.has(key) && state.name !== 'waiting');
    const { saved, refused } = await outcomes(client, settled);
    arrived.push(...saved);
    // A farmer who looks at another app finds it on /my-sowing.
    if (document.visibilityState === 'visible') for (const sentence of refused) fail(sentence);
    if (!ended) return;
    const sentence = arrivedSentence(arrived);
    arrived = [];
    if (sentence !== null && document.visibilityState === 'visible') succeedBeside(sentence);
  };

  let line = begin().catch(warn);
  const stop = outbox.listen((news) => {
    if (news.farmer !== farmer) return;
    // `foregroundKeys` is read now, because the form may end before this step runs.
    if (news.key === undefined) {
      isEnd = true;
      hurry();
    } else if (!foregroundKeys.has(news.key)) moved.add(news.key);
    const seen = moved;
    line = line.then(async () => {
      // Several entries that move in quick succession are read once.
      if (seen !== moved) return;
      await turn();
      next = performance.now() + BETWEEN_LOOKS_MS;
      const ended = isEnd;
      [moved, isEnd] = [new Set(), false];
      await follow(seen, ended).catch(warn);
      await entriesChanged(client);
    });
  });
  followGeneration(farmer);
  const unfollow = followOccasions();
  outbox.serve({ farmer, api: apiOf(client) });
  return () => {
    stop();
    whenGenerationTold(() => {});
    unfollow();
    outbox.serve(null);
  };
}

/** Sends again what a restored server may have lost. */
function followGeneration(farmer: string): void {
  const kept = generationHeard(farmer);
  let heard = kept.get();
  whenGenerationTold((generation) => {
    if (generation === heard) return;
    const isFirst = heard === null;
    heard = generation;
    const offered = isFirst ? Promise.resolve() : outbox.offerAgain(farmer);
    offered
      .then(() => kept.set(generation))
      .catch((error) => {
        // The next answer repeats the generation.
        heard = kept.get();
        warn(error);
      });
  });
}

/** Shows the answers on the screens. The code for it is loaded when it is needed: most screens tell nothing. */
async function outcomes(client: QueryClient, moved: readonly Entry[]) {
  const said =
    moved.length > 0
      ? (await withScreenMessages(() => import('./outcomes'))).followOutcomes(client, moved)
      : [];
  return {
    saved: said.flatMap(({ saved }) => saved ?? []),
    refused: said.flatMap(({ refused }) => refused ?? []),
  };
}

function arrivedSentence(arrived: readonly string[]): string | null {
  const [only] = arrived;
  const count = arrived.length;
  if (only === undefined) return null;
  if (count === 1 && only !== '') return only;
  return plural(count, {
    one: 'What was kept on this phone is saved now.',
    other: '# entries that were kept on this phone are saved now.',
  });
}

const lostSentence = (lost: number) =>
  plural(lost, {
    one: 'This phone has deleted what Grow kept on it. One entry was not sent: please enter it again.',
    other: 'This phone has deleted what Grow kept on it. # entries were not sent: please enter them again.',
  });

const warn = (error: unknown) => console.error('The writes of this phone cannot be read', error);

const TOLD_FOR_MS = 10_000;

/**
 * Sends the farmer's outbox and shows the outcomes on every screen. Also reports unhandled rejections.
 */
export function OutboxWatch() {
  const client = useQueryClient();
  const { succeedBeside, fail } = useNotices();
  useEffect(() => {
    const farmer = farmerOf(client);
    return farmer === null ? undefined : followOutbox(client, farmer, { succeedBeside, fail });
  }, [client, succeedBeside, fail]);
  useEffect(() => {
    let toldAt = Number.NEGATIVE_INFINITY;
    const tell = ({ reason, timeStamp }: PromiseRejectionEvent) => {
      // One cause may fail in several places.
      if (isAborted(reason) || timeStamp - toldAt < TOLD_FOR_MS) return;
      toldAt = timeStamp;
      fail(t`Something did not work. Please try again.`);
    };
    addEventListener('unhandledrejection', tell);
    return () => removeEventListener('unhandledrejection', tell);
  }, [fail]);
  return null;
}
