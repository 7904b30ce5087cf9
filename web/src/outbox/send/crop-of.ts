import { useQueryClient } from '@tanstack/react-query';
import { type Entry, subjectOf } from '@/outbox/queue/entry';
import { madeBy } from '@/outbox/queue/turn';
import { adviceQuery } from '@/shared/api/advice';
import { sowingsQuery, withdrawnQuery } from '@/shared/api/sowings';

/** Returns the crop of the sowing or plan that a write is about, as far as this phone knows it. */
export function useCropOf({ write }: Entry, all: readonly Entry[]): string | undefined {
  const client = useQueryClient();
  const made = madeBy(write, all);
  if (made && 'crop' in made.write.body) return made.write.body.crop;
  const subject = subjectOf(write);
  if (!subject || !('id' in subject)) return undefined;
  const known = [
    ...(client.getQueryData(sowingsQuery.queryKey)?.pages.flatMap(({ items }) => items) ?? []),
    ...(client.getQueryData(withdrawnQuery.queryKey)?.items.map(({ sowing }) => sowing) ?? []),
    ...(client.getQueryData(adviceQuery.queryKey)?.intentions ?? []),
  ];
  return known.find(({ id }) => id === subject.id)?.crop;
}
