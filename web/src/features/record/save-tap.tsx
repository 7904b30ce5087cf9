import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { soilName, waterName } from '@/domain/land/water-and-soil';
import type { RecordChange } from '@/outbox/queue/record-changes';
import { recordShown } from '@/outbox/queue/use-record';
import { keptNotice } from '@/outbox/send/use-send';
import { isAborted } from '@/shared/api/problem';
import type { FarmerRecord } from '@/shared/api/record';
import { formProblem } from '@/shared/forms/form-problems';
import { ErrorMessage } from '@/shared/ui/message';
import { useSaveRecord } from './use-save-record';

/** An answer that one tap gives. */
export interface Tap {
  part: 'water' | 'soil';
  label: string;
  change: RecordChange;
}

interface SaveTapProps {
  record: FarmerRecord;
  tap: Tap;
  /** Only the last answer shows its outcome. */
  isLast: boolean;
}

/** Saves an answer and shows the outcome. */
export function SaveTap({ record, tap, isLast }: SaveTapProps) {
  const client = useQueryClient();
  const { save, question } = useSaveRecord(record, (one) => answerTold(one, tap));
  const { mutate, status, data, error } = useMutation({
    // Answers are sent one after the other, so the last one stands.
    scope: { id: `tap ${tap.part}` },
    mutationFn: ({ label, change }: Tap) => save(label, change, recordShown(client)),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is saved once.
  useEffect(() => mutate(tap), [tap]);
  return (
    <>
      {isLast && (status === 'pending' || status === 'idle') && <p>{t`Saving...`}</p>}
      {isLast && data && <p>{data.isQueued ? keptNotice() : t`Saved.`}</p>}
      {status === 'error' && !isAborted(error) && <ErrorMessage>{formProblem(error)}</ErrorMessage>}
      {question}
    </>
  );
}

function answerTold({ water, soil }: FarmerRecord, { part }: Tap): string {
  if (part === 'water') return water ? waterName(water) : t`Not said`;
  return soil ? soilName(soil) : t`Not said`;
}
