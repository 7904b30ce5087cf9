import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { RecordChange } from '@/outbox/queue/record-changes';
import { recordShown } from '@/outbox/queue/use-record';
import { isAborted } from '@/shared/api/problem';
import type { FarmerRecord } from '@/shared/api/record';
import { formProblem } from '@/shared/forms/form-problems';
import { useSaveRecord } from './use-save-record';

interface SaveAnswerOptions<Answer> {
  record: FarmerRecord;
  /** Returns the answer in a record. */
  of: (record: FarmerRecord) => Answer;
  /** Names an answer. */
  told: (answer: Answer) => string;
  change: (answer: Answer) => RecordChange;
}

/** A question whose answers are saved as they are chosen. They are sent one after the other, so the last one stands. */
export interface AnswerState<Answer> {
  /** The answer that is being saved, or else the saved one. */
  answer: Answer;
  choose: (answer: Answer) => void;
  /** 'kept': it is on this phone, and not sent yet. */
  progress: 'idle' | 'saving' | 'saved' | 'kept';
  /** The last answer could not be saved. */
  failed: { answer: Answer; reason: string } | null;
  /** Asks which answer shall stand, if another one was chosen elsewhere meanwhile. */
  question: ReactNode;
}

export function useSaveAnswer<Answer>({
  record,
  of,
  told,
  change,
}: SaveAnswerOptions<Answer>): AnswerState<Answer> {
  const client = useQueryClient();
  const { save, question } = useSaveRecord(record, (one) => told(of(one)));
  const [chosen, setChosen] = useState<{ answer: Answer } | null>(null);
  const { mutate, status, data, error, variables } = useMutation({
    scope: { id: useId() },
    mutationFn: (answer: Answer) =>
      // The last answer may have been saved since this one was chosen.
      save(told(answer), change(answer), recordShown(client)),
  });
  const isFailed = status === 'error' && !isAborted(error);
  return {
    answer: chosen ? chosen.answer : of(record),
    choose: (answer) => {
      setChosen({ answer });
      // React Query calls it only for the last `mutate`.
      mutate(answer, { onSettled: () => setChosen(null) });
    },
    progress:
      status === 'pending' ? 'saving' : status === 'success' ? (data?.isQueued ? 'kept' : 'saved') : 'idle',
    failed: isFailed ? { answer: variables, reason: formProblem(error) } : null,
    question,
  };
}
