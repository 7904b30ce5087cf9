import { t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { today } from '@/domain/calendar/days';
import type { LandSize } from '@/domain/land/land-size';
import { areaInFullWords, thinksInAcres } from '@/domain/land/units';
import { useRecord } from '@/outbox/queue/use-record';
import { type Sowing, sowingsQuery } from '@/shared/api/sowings';
import { HECTARE_M2 } from '@/shared/measures';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';

interface Asked {
  question: string;
  answer: (isMeant: boolean) => void;
}

/**
 * Asks for confirmation if a sowing exceeds the farmer's land. It is never refused. A sowing that is restored (`back`)
 * is not counted twice.
 */
export function useLandQuestion(): {
  isMeant: (field: LandSize<'field_size'>, back?: string) => Promise<boolean>;
  question: ReactNode;
} {
  const { data: record } = useRecord();
  const { data: sowings } = useInfiniteQuery(sowingsQuery);
  const [asked, setAsked] = useState<Asked | null>(null);

  const isMeant = async ({ hectares, body }: LandSize<'field_size'>, back?: string) => {
    // Not loaded yet: do not wait, the server takes the sowing either way.
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

/** Above this many hectares it asks, if the farmer's land is not known. */
const USUAL_MOST_HA = 10;

/** Returns the hectares on which a crop still stands: not harvested, not failed, and not past its harvest. */
export function standingLand(sowings: readonly Sowing[], today: string): number {
  const stands = ({ closed, harvest_until }: Sowing) => !closed && harvest_until >= today;
  // Whole square metres, because sums of decimals are not exact.
  const squareMetres = sowings
    .filter(stands)
    .reduce((sum, { field_size_ha }) => sum + Math.round(field_size_ha * HECTARE_M2), 0);
  return squareMetres / HECTARE_M2;
}

/** Returns the question before a sowing that passes the farmer's land; null if it does not. */
export function landQuestion(
  standing: number,
  sown: number,
  ownLand: number | null,
  inAcres: boolean,
): string | null {
  const together = standing + sown;
  if (together <= (ownLand ?? USUAL_MOST_HA)) return null;
  const [field, all] = [areaInFullWords(sown, inAcres), areaInFullWords(together, inAcres)];
  if (ownLand === null) {
    return standing > 0
      ? t`With this field of ${field}, your crops stand on ${all}. Is that right?`
      : t`You entered a field of ${field}. Is that right?`;
  }
  const own = areaInFullWords(ownLand, inAcres);
  return standing > 0
    ? t`You have ${own} of land, as you said. With this field of ${field}, your crops stand on ${all}. Is that right?`
    : t`You have ${own} of land, as you said. This field has ${field}. Is that right?`;
}
