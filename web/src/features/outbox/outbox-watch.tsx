import { plural } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiOf, farmerOf } from '@/shared/api/query-client';
import { awaited, followOccasions, outbox } from '@/shared/outbox/browser-outbox';
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
    const moved = async (key: string) => {
      const all = await outbox.entries(farmer);
      const entry = all.find((one) => one.key === key);
      if (!entry || entry.state.name === 'waiting') return;
      // Loaded when it is needed: most screens tell nothing.
      const { followOutcome } = await import('./outcomes');
      const said = followOutcome(client, entry, all);
      if (said.saved !== null) arrived.push(said.saved);
      if (said.refused !== null && document.visibilityState === 'visible') fail(said.refused);
    };
    let line = Promise.resolve();
    const stop = outbox.listen((news) => {
      if (news.farmer !== farmer) return;
      const { key } = news;
      // Asked now: the form may have ended when it is this one's turn.
      const isOfForm = key !== undefined && awaited.has(key);
      line = line
        .then(() => (key === undefined ? tell() : isOfForm ? undefined : moved(key)))
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
