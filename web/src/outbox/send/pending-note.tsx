import { t } from '@lingui/core/macro';
import type { Entry } from '@/outbox/queue/entry';
import { describeWrite } from './write-words';

export function PendingNote({ entry, crop }: { entry: Entry; crop: string }) {
  const said = describeWrite(entry, crop);
  return <p>{entry.state.name === 'waiting' ? t`${said}. Not sent yet.` : said}</p>;
}
