import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { daysApart } from '@/domain/calendar/days';
import { useToday } from '@/domain/calendar/use-today';
import { CropName } from '@/domain/crops/crop-name';
import { cropName } from '@/domain/crops/crop-names';
import { enteredAmount, fieldAmountWithHectares, hectareFigure } from '@/domain/land/units';
import type { Entry } from '@/outbox/queue/entry';
import { PendingNote, usePending } from '@/outbox/send/pending';
import { keptNotice, useSend } from '@/outbox/send/use-send';
import { cropsQuery } from '@/shared/api/crops';
import { serverNow } from '@/shared/api/server-time';
import { type Sowing, sowingsQuery, withdrawnQuery } from '@/shared/api/sowings';
import { calendarDate, localMoment } from '@/shared/format/dates';
import { hectares, yieldRange } from '@/shared/format/field-figures';
import { kilograms, whole } from '@/shared/format/numbers';
import { formProblem } from '@/shared/forms/form-problems';
import { paths } from '@/shared/paths';
import { useWrite } from '@/shared/query/use-write';
import { Button, ButtonLink } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { type Column, DataTable } from '@/shared/ui/data-table';
import { EmptyState, ErrorMessage, LoadError } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { focusTitle } from '@/shared/ui/page-title';
import { Loading } from '@/shared/ui/spinner';
import { Actions, TitledStack } from '@/shared/ui/stack';
import { Harvest } from './harvest';
import styles from './sowings.module.css';
import { UndoButton, UndoEnds, useUndoInNotice } from './undo-ends';
import { useCrop } from './use-crop';
import { UsualYieldNote } from './usual-yield-note';

/** The sowings, and what ended in the last day. */
export const Sowings = () => (
  <UndoEnds>
    <SowingsTable />
    <WithdrawnToday />
  </UndoEnds>
);

function SowingsTable() {
  const { data, dataUpdatedAt, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(sowingsQuery);
  const crops = useQuery(cropsQuery);
  const today = useToday();
  const pending = usePending(dataUpdatedAt);

  // Refetch on focus: with two windows side by side, a sowing may be withdrawn in the other one without a
  // visibility change.
  useEffect(() => {
    const look = () => refetch({ cancelRefetch: false });
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [refetch]);

  const failure = (
    <LoadError
      message={t`Error fetching sowing data.`}
      onRetry={() => Promise.all([refetch(), !crops.data && crops.refetch()])}
    />
  );
  if (!data) return error ? failure : <Loading />;
  const sowings = data.pages.flatMap((page) => page.items);
  const unreadable = data.pages.reduce((sum, page) => sum + page.unreadable, 0);
  if (sowings.length === 0) {
    return unreadable ? (
      <UnreadableNote number={unreadable} />
    ) : (
      <EmptyState message={t`No sowing data available.`}>
        <Actions>
          <ButtonLink href={paths.sow}>{t`Sow Crop`}</ButtonLink>
          <ButtonLink look="secondary" href={paths.advice}>{t`What to sow now`}</ButtonLink>
        </Actions>
      </EmptyState>
    );
  }
  if (!crops.data) return crops.error ? failure : <Loading />;
  return (
    <>
      <UnreadableNote number={unreadable} />
      <WaitingNote sowings={sowings} />
      <DataTable
        caption={t`Your sowings, newest first`}
        columns={columns(today, pending)}
        rows={sowings}
        rowKey={(sowing) => sowing.id}
        detail={(sowing) => {
          const entry = pending.get(sowing.id);
          return entry ? <PendingNote entry={entry} crop={sowing.crop} /> : <Harvest sowing={sowing} />;
        }}
      />
      {error && failure}
      {hasNextPage && (
        <Actions>
          <Button look="secondary" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {isFetchingNextPage ? t`Loading...` : t`Show more`}
          </Button>
        </Actions>
      )}
    </>
  );
}

/** Tells that sowings are kept which this release of the server cannot read. Renders nothing if there are none. */
function UnreadableNote({ number }: { number: number }) {
  if (!number) return null;
  return (
    <p>
      {plural(number, {
        one: 'One more of your sowings is saved, but cannot be shown today. Do not enter it again.',
        other: '# more of your sowings are saved, but cannot be shown today. Do not enter them again.',
      })}
    </p>
  );
}

function YieldRange({ crop }: { crop: string }) {
  const found = useCrop(crop);
  return found && <span>{yieldRange(found.yield_min_kg_per_ha, found.yield_max_kg_per_ha)}</span>;
}

const columns = (
  today: string,
  pending: ReadonlyMap<string, Entry>,
): [Column<Sowing>, ...Column<Sowing>[]] => [
  { id: 'crop', header: t`Crop Name`, cell: (sowing) => <CropName crop={sowing.crop} /> },
  {
    id: 'yield',
    header: t`Expected Yield (Kgs)`,
    numeric: true,
    cell: (sowing) => (
      <>
        <ExpectedYield sowing={sowing} />
        <UsualYieldNote crop={sowing.crop} fieldSizeHa={sowing.field_size_ha} />
      </>
    ),
  },
  {
    id: 'range',
    header: t`Yield Range / Hectare (Tones)`,
    numeric: true,
    cell: (sowing) => <YieldRange crop={sowing.crop} />,
  },
  {
    id: 'size',
    header: t`Field Size (hectare)`,
    numeric: true,
    cell: (sowing) => <FieldSizeCell sowing={sowing} />,
  },
  {
    id: 'date',
    header: t`Sowing Date`,
    numeric: true,
    cell: (sowing) => calendarDate(sowing.sown_on),
  },
  {
    id: 'days',
    header: t`Days Since Sowing`,
    numeric: true,
    cell: (sowing) => whole(daysApart(sowing.sown_on, today)),
  },
  {
    id: 'withdraw',
    header: t`Action`,
    action: true,
    cell: (sowing) => !sowing.closed && !pending.has(sowing.id) && <WithdrawSowing sowing={sowing} />,
  },
];

function ExpectedYield({ sowing }: { sowing: Sowing }) {
  const figure = kilograms(sowing.expected_yield_kg);
  if (sowing.is_counted) return <span>{figure}</span>;
  return (
    <span className={styles.waiting}>
      <span>{figure}</span> <span className={styles.mark}>{t`waiting to be counted`}</span>
    </span>
  );
}

/** Explains why sowings are not counted yet. Renders nothing if all are. */
function WaitingNote({ sowings }: { sowings: readonly Sowing[] }) {
  if (sowings.every((sowing) => sowing.is_counted)) return null;
  return (
    <p>{t`A sowing that is waiting to be counted is saved. It is more land than one farmer usually sows in a year, so Grow looks at it before it enters the figures of the country. You need to do nothing, unless it is a mistake: then withdraw it.`}</p>
  );
}

export function FieldSizeCell({ sowing: { field_size_ha, entered } }: { sowing: Sowing }) {
  if (!entered) return <span>{hectares(field_size_ha)}</span>;
  return (
    <>
      <span>{field_size_ha < 0.1 ? hectareFigure(field_size_ha) : hectares(field_size_ha)}</span>{' '}
      <span className={styles.entered}>{enteredAmount(entered)}</span>
    </>
  );
}

/** Lists what was withdrawn in the last day, to undo it. Renders nothing without such a sowing. */
function WithdrawnToday() {
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

/** Withdraws a sowing after a confirmation. */
function WithdrawSowing({ sowing }: { sowing: Sowing }) {
  const [asking, setAsking] = useState(false);
  const { succeed } = useNotices();
  const undoButton = useUndoInNotice(sowing, 'withdrawal');
  const send = useSend();
  const withdraw = useWrite({
    mutationFn: () => send({ kind: 'withdraw', body: { sowing: { id: sowing.id } } }),
    onSuccess: async (sent) => {
      setAsking(false);
      if (sent.isQueued) {
        succeed(keptNotice());
      } else {
        succeed(t`The sowing was withdrawn.`, undoButton());
        await sent.shown;
      }
      requestAnimationFrame(focusTitle);
    },
  });

  const crop = cropName(sowing.crop);
  const size = fieldAmountWithHectares(sowing);
  const day = calendarDate(sowing.sown_on);
  return (
    <>
      <Button look="secondary" onClick={() => setAsking(true)} aria-label={t`Withdraw ${crop}`}>
        {t`Withdraw`}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t`Withdraw this sowing?`}
          confirm={withdraw.isPending ? t`Withdrawing...` : t`Withdraw`}
          cancel={t`Keep it`}
          busy={withdraw.isPending}
          onConfirm={() => withdraw.mutate()}
          onCancel={() => setAsking(false)}
        >
          <p>{t`${crop}, ${size}, sown on ${day}. Do this only if it was entered by mistake. You can undo it for a day.`}</p>
          {withdraw.error && <ErrorMessage>{formProblem(withdraw.error)}</ErrorMessage>}
        </ConfirmDialog>
      )}
    </>
  );
}
