import type { QueryClient } from '@tanstack/react-query';
import { sowingsChanged } from '@/domain/sowing/sowings-changed';
import { recommendationsKey } from '@/shared/api/queries';
import { type FarmerRecord, recordQuery } from '@/shared/api/record';
import type { Entry } from '@/shared/outbox/entry';
import { changed, isChange } from '@/shared/outbox/record-changes';

/** Shows what the server has answered to a write on the screens of its farmer. */
export function followAnswer(client: QueryClient, answered: Entry, all: readonly Entry[]): void {
  const answer = answered.state.name === 'answered' ? (answered.state.answer as object | null) : null;
  if (answer && 'revision' in answer) {
    client.setQueryData(recordQuery.queryKey, withWaiting(answer as FarmerRecord, all));
    if (answered.write.kind !== 'unit') void client.resetQueries({ queryKey: recommendationsKey });
  } else if (answered.write.kind !== 'language') {
    void sowingsChanged(client);
  }
}

/** The record with the changes that are not answered yet. */
export function withWaiting(record: FarmerRecord, entries: readonly Entry[]): FarmerRecord {
  const waiting = entries.filter(({ state }) => state.name === 'waiting').map(({ write }) => write);
  return waiting.filter(isChange).reduce(changed, record);
}
