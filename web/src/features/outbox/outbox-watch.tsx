import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followAnswer } from '@/domain/outbox/follow-answers';
import { isAwaited } from '@/domain/outbox/use-send';
import { savedSentence } from '@/domain/outbox/write-words';
import { apiOf, farmerOf } from '@/shared/api/query-client';
import { formProblem } from '@/shared/forms/form-problems';
import { followOccasions, outbox } from '@/shared/outbox/browser-outbox';
import { type Entry, errorOf } from '@/shared/outbox/entry';
import { isQuiet } from '@/shared/outbox/writes';
import { useNotices } from '@/shared/ui/notices';
import { entriesKey } from './queries';

/** Sends what the farmer's phone keeps, and tells on any screen what becomes of it. */
export function OutboxWatch() {
  const client = useQueryClient();
  const { succeed, fail } = useNotices();

  useEffect(() => {
    const farmer = farmerOf(client);
    if (farmer === null) return;
    /** What has arrived since the last notice. */
    let arrived: string[] = [];
    const tell = () => {
      const [only] = arrived;
      const count = arrived.length;
      arrived = [];
      if (only === undefined || document.visibilityState !== 'visible') return;
      succeed(
        count === 1
          ? only
          : plural(count, {
              one: 'What was kept on this phone is saved now.',
              other: '# entries that were kept on this phone are saved now.',
            }),
      );
    };
    const moved = async (key: string, isOfForm: boolean) => {
      const all = await outbox.entries(farmer);
      const entry = all.find((one) => one.key === key);
      if (entry?.state.name === 'answered') followAnswer(client, entry, all);
      if (!entry || isOfForm) return;
      const { saved, refused } = sentences(entry);
      if (saved !== null) arrived.push(saved);
      if (refused !== null && document.visibilityState === 'visible') fail(refused);
    };
    let line = Promise.resolve();
    const stop = outbox.listen((news) => {
      if (news.farmer !== farmer) return;
      const { key } = news;
      // Asked now: the form may have ended when it is this one's turn.
      const isOfForm = key !== undefined && isAwaited(key);
      line = line
        .then(() => (key === undefined ? tell() : moved(key, isOfForm)))
        .catch((error: unknown) => console.error('The writes of this phone cannot be read', error))
        .then(() => void client.invalidateQueries({ queryKey: entriesKey }));
    });
    const unfollow = followOccasions();
    outbox.serve({ farmer, api: apiOf(client) });
    return () => {
      stop();
      unfollow();
      outbox.serve(null);
    };
  }, [client, succeed, fail]);

  return null;
}

/** Says what became of a write that nobody waits for. */
function sentences({ state, write }: Entry): { saved: string | null; refused: string | null } {
  if (isQuiet(write.kind)) return { saved: null, refused: null };
  switch (state.name) {
    case 'answered':
      return { saved: savedSentence(write), refused: null };
    case 'parked': {
      const reason = formProblem(errorOf(state.problem));
      return {
        saved: null,
        refused: t`One entry of this phone could not be saved. ${reason} See Sowed Crops.`,
      };
    }
    case 'consent':
    case 'newer':
      return { saved: null, refused: t`One entry of this phone needs your answer. See Sowed Crops.` };
    default:
      return { saved: null, refused: null };
  }
}
