import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { changed, partOf, type RecordChange } from '@/outbox/queue/record-changes';
import { NewerRecord } from '@/outbox/queue/send';
import type { RecordKind, WriteOf } from '@/outbox/queue/writes';
import { followAnswer } from '@/outbox/send/follow-answers';
import { keptNotice, type Sent, useSend } from '@/outbox/send/use-send';
import { ApiError } from '@/shared/api/problem';
import type { FarmerRecord } from '@/shared/api/record';
import { inBackground } from '@/shared/in-background';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { placeDetail } from './place-detail';
import { RecordLines } from './record-lines';

/** The outcome of a save: queued, or the server's answer. Null: the farmer took the newer one. */
export type Saved = Sent<FarmerRecord> | null;

interface SaveRecord {
  /** The record that the form shows: the one that it began with, or a newer one that the farmer took. */
  record: FarmerRecord;
  /**
   * Saves a part of the record, which `mine` tells, over what the farmer has seen: by default what the form shows.
   * If this part was changed elsewhere meanwhile, asks which one shall stand. Rejects if the farmer went back to the
   * form.
   */
  save: (mine: string, change: RecordChange, seen?: FarmerRecord) => Promise<Saved>;
  question: ReactNode;
}

interface Asked extends Versions {
  answer: (answer: 'mine' | 'newer' | 'back') => void;
}

/**
 * Saves of a form never overwrite unseen what was saved in another tab or on another phone. `told` tells the part of a
 * record that the form is about.
 */
export function useSaveRecord(given: FarmerRecord, told: (record: FarmerRecord) => string): SaveRecord {
  const client = useQueryClient();
  const send = useSend();
  const [record, setRecord] = useState(given);
  const [asked, setAsked] = useState<Asked | null>(null);

  const ask = async (versions: Versions) => {
    const answer = await new Promise<'mine' | 'newer' | 'back'>((resolve) =>
      setAsked({ ...versions, answer: resolve }),
    );
    setAsked(null);
    return answer;
  };

  const save = async (mine: string, change: RecordChange, seen = record): Promise<Saved> => {
    const over = { revision: seen.revision, seen: partOf(change.kind, seen) };
    try {
      const saved = await send<RecordKind>({ ...change, ...over } as WriteOf<RecordKind>);
      setRecord(saved.isQueued ? changed(seen, change) : saved.answer);
      return saved;
    } catch (error) {
      if (!(error instanceof NewerRecord)) throw error;
      const { record: newer } = error;
      const answer = await ask({ now: told(newer), mine });
      if (answer === 'mine') return save(mine, change, newer);
      if (answer === 'back') throw new ApiError('record-changed', 412, '');
      setRecord(newer);
      inBackground(followAnswer(client, change.kind, newer), 'The recommendations are not renewed');
      return null;
    }
  };

  const question = asked && <NewerQuestion versions={asked} onAnswer={asked.answer} />;
  return { record, save, question };
}

/** Says what became of a save: the success of the form, that it is kept, or that the farmer took the newer one. */
export function savedNotice(saved: Saved, success: string): string {
  if (!saved) return t`Nothing was changed. The newer one stays.`;
  return saved.isQueued ? keptNotice() : success;
}

export const savedPlace = (saved: Saved): string | undefined =>
  saved && !saved.isQueued ? placeDetail(saved.answer) : undefined;

/** What is saved now, and what the farmer wants to save, in words. */
interface Versions {
  now: string;
  mine: string;
}

interface NewerQuestionProps {
  versions: Versions;
  onAnswer: (answer: 'mine' | 'newer' | 'back') => void;
}

/** Asks which of two versions shall stand. Escape leads back to the form, where everything typed still is. */
const NewerQuestion = ({ versions: { now, mine }, onAnswer }: NewerQuestionProps) => (
  <ConfirmDialog
    title={t`This was changed meanwhile`}
    confirm={t`Keep mine`}
    cancel={t`Take the newer one`}
    busy={false}
    isDangerous={false}
    onConfirm={() => onAnswer('mine')}
    onCancel={() => onAnswer('newer')}
    onEscape={() => onAnswer('back')}
  >
    <p>{t`It was changed in another tab or on another phone. Which one shall stand?`}</p>
    <RecordLines
      lines={[
        { label: t`Saved now`, value: now },
        { label: t`Yours`, value: mine },
      ]}
    />
  </ConfirmDialog>
);
