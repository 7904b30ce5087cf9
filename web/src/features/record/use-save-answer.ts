import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Api } from '@/shared/api/client';
import { isAborted } from '@/shared/api/problem';
import type { FarmerRecord } from '@/shared/api/record';
import { useWithConsent } from '@/shared/consent/use-with-consent';
import { formProblem } from '@/shared/forms/form-problems';
import { useKeepRecord } from './use-keep-record';

interface SaveAnswerOptions<Answer> {
  /** The answer in the saved record. */
  saved: Answer;
  save: (api: Api, answer: Answer) => Promise<FarmerRecord>;
}

/** A question whose answers are saved as they are chosen. They are sent one after the other, so the last one stands. */
export interface AnswerState<Answer> {
  /** The answer that is being saved, or else the saved one. */
  answer: Answer;
  choose: (answer: Answer) => void;
  progress: 'idle' | 'saving' | 'saved';
  /** The last answer could not be saved. */
  failed: { answer: Answer; reason: string } | null;
}

export function useSaveAnswer<Answer>({ saved, save }: SaveAnswerOptions<Answer>): AnswerState<Answer> {
  const keep = useKeepRecord();
  const withConsent = useWithConsent();
  const [chosen, setChosen] = useState<{ answer: Answer } | null>(null);
  const { mutate, status, error, variables } = useMutation({
    scope: { id: useId() },
    mutationFn: (answer: Answer) => withConsent((api) => save(api, answer)),
    onSuccess: keep,
  });
  const isFailed = status === 'error' && !isAborted(error);
  return {
    answer: chosen ? chosen.answer : saved,
    choose: (answer) => {
      setChosen({ answer });
      // Called for the last choice alone.
      mutate(answer, { onSettled: () => setChosen(null) });
    },
    progress: status === 'pending' ? 'saving' : status === 'success' ? 'saved' : 'idle',
    failed: isFailed ? { answer: variables, reason: formProblem(error) } : null,
  };
}
