import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { recordQuery } from '@/shared/api/record';
import { sowingsQuery } from '@/shared/api/sowings';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { landQuestion, standingLand } from './standing-land';

interface Asked {
  question: string;
  answer: (isMeant: boolean) => void;
}

/** Asks once more before a sowing that passes the farmer's land. It is never refused. */
export function useLandQuestion(): {
  isMeant: (fieldSizeHa: number) => Promise<boolean>;
  question: ReactNode;
} {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);

  const isMeant = async (fieldSizeHa: number) => {
    const question = await questionFor(fieldSizeHa);
    if (!question) return true;
    const isRight = await new Promise<boolean>((answer) => setAsked({ question, answer }));
    setAsked(null);
    return isRight;
  };

  const questionFor = async (fieldSizeHa: number) => {
    try {
      const [record, sowings] = await Promise.all([
        client.ensureQueryData(recordQuery),
        client.ensureInfiniteQueryData(sowingsQuery),
      ]);
      const listed = sowings.pages.flatMap((page) => page.items);
      return landQuestion(standingLand(listed, Date.now()), fieldSizeHa, record.land_ha);
    } catch {
      // Without the figures there is nothing to ask. The server takes the sowing either way.
      return null;
    }
  };

  const question = asked && (
    <ConfirmDialog
      title={t`Is the land right?`}
      confirm={t`Yes, save it`}
      cancel={t`Change it`}
      busy={false}
      isDangerous={false}
      onConfirm={() => asked.answer(true)}
      onCancel={() => asked.answer(false)}
    >
      <p>{asked.question}</p>
    </ConfirmDialog>
  );
  return { isMeant, question };
}
