import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { cropName } from '@/domain/crops/crop-names';
import { fieldAmountWithHectares } from '@/domain/land/units';
import { usePending } from '@/outbox/send/pending';
import { PendingNote } from '@/outbox/send/pending-note';
import { serverNow } from '@/shared/api/server-time';
import { withdrawnQuery } from '@/shared/api/sowings';
import { calendarDate, localMoment } from '@/shared/format/dates';
import { TitledStack } from '@/shared/ui/stack';
import { UndoButton } from './undo-ends';
import styles from './withdrawn-today.module.css';

/** Lists what was withdrawn in the last day, to undo it. Renders nothing without such a sowing. */
export function WithdrawnToday() {
  const { data, dataUpdatedAt } = useQuery(withdrawnQuery);
  const pending = usePending(dataUpdatedAt);
  const items = data?.items.filter(({ undo_until }) => Date.parse(undo_until) > serverNow()) ?? [];
  if (items.length === 0) return null;
  return (
    <TitledStack title={t`Withdrawn today`} level={2}>
      <p>{t`They no longer count. Until a day has passed you can bring them back.`}</p>
      <ul className={styles.list}>
        {items.map(({ sowing, withdrawn_at, undo_until }) => {
          const entry = pending.get(sowing.id);
          return (
            <li key={sowing.id} className={styles.item}>
              <span>
                {toldOf(
                  cropName(sowing.crop),
                  fieldAmountWithHectares(sowing),
                  calendarDate(sowing.sown_on),
                  localMoment(withdrawn_at),
                )}
              </span>
              {entry ? (
                <PendingNote entry={entry} crop={sowing.crop} />
              ) : (
                <UndoButton sowing={sowing} end="withdrawal" until={undo_until} />
              )}
            </li>
          );
        })}
      </ul>
    </TitledStack>
  );
}

const toldOf = (crop: string, size: string, day: string, moment: string) =>
  t`${crop}, ${size}, sown on ${day}. Withdrawn on ${moment}.`;
