import type { QueryClient } from '@tanstack/react-query';
import { sowingsChanged } from '@/domain/sowing/sowings-changed';
import type { Answer, Kind } from '@/outbox/queue/writes';
import { recommendationsKey } from '@/shared/api/queries';
import { recordQuery } from '@/shared/api/record';
import { inBackground } from '@/shared/in-background';

/** Shows what the server has answered to a write on the screens of its farmer. Resolves when the lists are there. */
export async function followAnswer(client: QueryClient, kind: Kind, answer: Answer): Promise<void> {
  if (answer && 'revision' in answer) {
    // A later change may have been answered and shown meanwhile.
    client.setQueryData(recordQuery.queryKey, (shown) =>
      shown && shown.revision > answer.revision ? shown : answer,
    );
    if (kind !== 'unit')
      inBackground(
        client.resetQueries({ queryKey: recommendationsKey }),
        'The recommendations are not renewed',
      );
  } else if (kind !== 'language') {
    await sowingsChanged(client);
  }
}
