import { t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { today } from '@/domain/calendar/days';
import type { LandSize } from '@/domain/land/land-size';
import { thinksInAcres } from '@/domain/land/units';
import { useRecord } from '@/outbox/queue/use-record';
import { sowingsQuery } from '@/shared/api/sowings';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { landQuestion, standingLand } from './standing-land';

interface Asked {
  question: string;
  answer: (isMeant: boolean) => void;
}

/**
 * Asks once more before a sowing that passes the farmer's land. It is never refused. A sowing that comes back is not
 * counted twice.
 */
export function useLandQuestion(): {
  isMeant: (field: LandSize<'field_size'>, back?: string) => Promise<boolean>;
  question: ReactNode;
} {
  const { data: record } = useRecord();
  const { data: sowings } = useInfiniteQuery(sowingsQuery);
  const [asked, setAsked] = useState<Asked | null>(null);

  const isMeant = async ({ hectares, body }: LandSize<'field_size'>, back?: string) => {
    // What has not arrived by now is not waited for: the server takes the sowing either way.
    if (!record || !sowings) return true;
    const listed = sowings.pages.flatMap((page) => page.items).filter(({ id }) => id !== back);
    const inAcres = thinksInAcres(body.field_size?.unit);
    const question = landQuestion(standingLand(listed, today()), hectares, record.land_ha, inAcres);
    if (!question) return true;
    const isRight = await new Promise<boolean>((answer) => setAsked({ question, answer }));
    setAsked(null);
    return isRight;
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
