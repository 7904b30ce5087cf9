import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use } from 'react';
import { cropName } from '@/domain/crops/crop-names';
import { sowingsChanged } from '@/domain/sowing/sowings-changed';
import { keptNotice, useSend } from '@/outbox/send/use-send';
import { serverNow } from '@/shared/api/server-time';
import type { Sowing } from '@/shared/api/sowings';
import { formProblem } from '@/shared/forms/form-problems';
import { useOneAtATime } from '@/shared/query/use-write';
import { Button } from '@/shared/ui/button';
import { useNotices } from '@/shared/ui/notices';
import { focusTitle } from '@/shared/ui/page-title';
import { useLandQuestion } from './land-question';
import styles from './sowings.module.css';

/** What is undone: a harvest or a failure, or a withdrawal. */
type End = 'closing' | 'withdrawal';

const UndoContext = createContext<(sowing: Sowing, end: End) => void>(() => {});

/** Lets the sowings below undo their ends. Asks about the land as before a sowing. */
export function UndoEnds({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const send = useSend();
  const { succeed, fail } = useNotices();
  const { isMeant, question } = useLandQuestion();
  const oneAtATime = useOneAtATime();

  const undo = async (sowing: Sowing, end: End) => {
    const { field_size_ha: hectares, entered } = sowing;
    const body = entered ? { field_size: { value: entered.value, unit: entered.unit } } : {};
    if (!(await isMeant({ hectares, body }, sowing.id))) return;
    try {
      const kind = end === 'closing' ? 'undo-closing' : 'undo-withdrawal';
      const sent = await send({ kind, body: { sowing: { id: sowing.id } } });
      const crop = cropName(sowing.crop);
      succeed(sent.isQueued ? keptNotice() : t`Undone: the sowing of ${crop} is as it was before.`);
      if (!sent.isQueued) await sent.shown;
    } catch (error) {
      fail(formProblem(error));
      await sowingsChanged(client);
    }
    requestAnimationFrame(focusTitle);
  };

  return (
    <UndoContext value={(sowing, end) => oneAtATime(() => undo(sowing, end))}>
      {children}
      {question}
    </UndoContext>
  );
}

/** Returns a function that renders the Undo button of a notice. */
export function useUndoInNotice(sowing: Sowing, end: End): () => ReactNode {
  const undo = use(UndoContext);
  return () => (
    <button type="button" className={styles.inNotice} onClick={() => undo(sowing, end)}>
      {t`Undo`}
    </button>
  );
}

/** The button that undoes an end. Renders nothing once it is too late. */
export function UndoButton({ sowing, end, until }: { sowing: Sowing; end: End; until: string }) {
  const undo = use(UndoContext);
  if (!(Date.parse(until) > serverNow())) return null;
  const crop = cropName(sowing.crop);
  return (
    <Button look="quiet" onClick={() => undo(sowing, end)} aria-label={t`Undo: ${crop}`}>
      {t`Undo`}
    </Button>
  );
}
