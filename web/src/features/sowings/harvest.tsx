import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { beginsIn, dayMonth, daysApart } from '@/domain/calendar/days';
import { useToday } from '@/domain/calendar/use-today';
import { cropName } from '@/domain/crops/crop-names';
import { cropInSentence } from '@/domain/crops/crop-words';
import { fieldAmountWithHectares } from '@/domain/land/units';
import { MATURITIES, type Maturity, varietyLabel } from '@/domain/sowing/maturity';
import { MaturityField } from '@/domain/sowing/maturity-field';
import { sowingsChanged } from '@/domain/sowing/sowings-changed';
import { keptNotice, useSend } from '@/outbox/send/use-send';
import type { Sowing } from '@/shared/api/sowings';
import { calendarDate } from '@/shared/format/dates';
import { kilograms } from '@/shared/format/numbers';
import { NumberField } from '@/shared/forms/number-field';
import { useDialogForm } from '@/shared/forms/use-dialog-form';
import { inBackground } from '@/shared/in-background';
import { HECTARE_M2 } from '@/shared/measures';
import { INDIA } from '@/shared/paths';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { FormDialog } from '@/shared/ui/form-dialog';
import { ErrorMessage } from '@/shared/ui/message';
import styles from './harvest.module.css';
import { UndoButton, useUndoInNotice } from './undo-ends';
import { useCrop } from './use-crop';

export function Harvest({ sowing }: { sowing: Sowing }) {
  const [closing, setClosing] = useState<'early' | 'harvested' | 'failed' | 'variety' | null>(null);
  const today = useToday();
  if (sowing.closed) {
    return (
      <div className={styles.harvest}>
        <p className={styles.closed} data-outcome={sowing.closed.outcome}>
          {closedSentence(sowing.closed)}
        </p>
        <UndoButton sowing={sowing} end="closing" until={sowing.closed.undo_until} />
      </div>
    );
  }
  const isEarly = today < sowing.harvest_from;
  const said = ripenessSentence(sowing, today);
  const close = () => setClosing(null);
  const variety = varietyLabel(sowing.maturity);
  const crop = cropName(sowing.crop);
  return (
    <div className={styles.harvest}>
      <p className={styles.said}>{said}</p>
      {sowing.calendar_region === INDIA && (
        <p className={styles.said}>{t`These are the days of India as a whole.`}</p>
      )}
      <div className={styles.actions}>
        <Button look="quiet" onClick={() => setClosing('variety')} aria-label={t`${variety}: ${crop}`}>
          {variety}
        </Button>
        <Button
          look="quiet"
          onClick={() => setClosing(isEarly ? 'early' : 'harvested')}
          aria-label={t`Harvested: ${crop}`}
        >
          {t`Harvested`}
        </Button>
        <Button look="quiet" onClick={() => setClosing('failed')} aria-label={t`Failed: ${crop}`}>
          {t`Failed`}
        </Button>
      </div>
      {closing === 'variety' && <VarietyDialog sowing={sowing} onClose={close} />}
      {closing === 'early' && (
        <ConfirmDialog
          title={t`Harvested already?`}
          confirm={t`Yes, it is harvested`}
          cancel={t`Not yet`}
          busy={false}
          isDangerous={false}
          onConfirm={() => setClosing('harvested')}
          onCancel={close}
        >
          <p>{earlySentence(sowing, today)}</p>
        </ConfirmDialog>
      )}
      {closing === 'harvested' && <HarvestedDialog sowing={sowing} onClose={close} />}
      {closing === 'failed' && <FailedDialog sowing={sowing} onClose={close} />}
    </div>
  );
}

interface DialogProps {
  sowing: Sowing;
  onClose: () => void;
}

function HarvestedDialog({ sowing, onClose }: DialogProps) {
  const end = useChangeSowing(sowing.id);
  const facts = useCrop(sowing.crop);
  const undoButton = useUndoInNotice(sowing, 'closing');
  const { dialog, alert, errors } = useDialogForm({
    // Without the crop's yield, the server alone checks the harvest.
    rules: harvestRules(sowing.field_size_ha, facts?.yield_max_kg_per_ha ?? Number.POSITIVE_INFINITY),
    save: async ({ harvested_kg }) => {
      const isQueued = await end({
        outcome: 'harvested',
        ...(harvested_kg !== undefined && { harvested_kg }),
      });
      return isQueued ? [keptNotice()] : [t`The harvest is noted.`, undoButton()];
    },
    onClose,
  });
  const crop = cropInSentence(sowing.crop);
  return (
    <FormDialog title={t`You have harvested ${crop}`} save={t`Save the harvest`} {...dialog}>
      <p>{t`With the harvest this sowing ends. You can undo it for a day.`}</p>
      <NumberField
        label={t`How much did you harvest?`}
        name="harvested_kg"
        unit={t`kg`}
        hint={t`You need not say it. It helps to check the usual yields.`}
        min={0}
        step={1}
        error={errors.harvested_kg}
      />
      {alert && !errors.harvested_kg && <ErrorMessage>{alert}</ErrorMessage>}
    </FormDialog>
  );
}

const noFields = v.record(v.string(), v.string());

function FailedDialog({ sowing, onClose }: DialogProps) {
  const end = useChangeSowing(sowing.id);
  const undoButton = useUndoInNotice(sowing, 'closing');
  const { dialog, alert } = useDialogForm({
    rules: noFields,
    save: async () => {
      const isQueued = await end({ outcome: 'failed' });
      return isQueued ? [keptNotice()] : [t`It is noted that this crop failed.`, undoButton()];
    },
    onClose,
  });
  const crop = cropName(sowing.crop);
  const size = fieldAmountWithHectares(sowing);
  const day = calendarDate(sowing.sown_on);
  return (
    <FormDialog title={t`Did this crop fail?`} save={t`Yes, it failed`} {...dialog}>
      <p>{t`${crop}, ${size}, sown on ${day}. Its expected yield then leaves the figures of the country. You can undo it for a day.`}</p>
      {alert && <ErrorMessage>{alert}</ErrorMessage>}
    </FormDialog>
  );
}

/** A harvest above this multiple of the upper yield is refused, also by the server. */
const UPPER_YIELDS_MAX = 3;

/** Validates the harvest of a field in kilograms, of a crop with this upper yield. It may be left out. */
export function harvestRules(fieldSizeHa: number, upperYieldKgPerHa: number) {
  const mostKg = Math.floor(
    (Math.round(fieldSizeHa * HECTARE_M2) * upperYieldKgPerHa * UPPER_YIELDS_MAX) / HECTARE_M2,
  );
  const most = kilograms(mostKg);
  return v.object({
    harvested_kg: v.pipe(
      v.string(),
      v.trim(),
      v.check(
        (text) => /^\d*$/.test(text),
        () => t`Enter the harvest in whole kilograms, or leave it empty.`,
      ),
      v.check(
        (text) => Number(text) <= mostKg,
        () => t`Check the harvest: more than ${most} kg is not possible on this field.`,
      ),
      v.transform((text) => (text === '' ? undefined : Number(text))),
    ),
  });
}

const rules = v.object({
  maturity: v.picklist(MATURITIES, () => t`Choose an early, a medium or a late variety.`),
});

/** Asks how long the variety of a sowing stands. The days of its harvest follow. */
function VarietyDialog({ sowing, onClose }: { sowing: Sowing; onClose: () => void }) {
  const change = useChangeSowing(sowing.id);
  const { dialog, alert, errors } = useDialogForm({
    rules,
    save: async (body) => {
      const isQueued = await change(body);
      return [isQueued ? keptNotice() : t`The variety is noted.`];
    },
    onClose,
  });
  const crop = cropInSentence(sowing.crop);
  return (
    <FormDialog title={t`Variety of your ${crop}`} save={t`Save the variety`} {...dialog}>
      <MaturityField saved={sowing.maturity} isRequired error={errors.maturity} />
      {alert && !errors.maturity && <ErrorMessage>{alert}</ErrorMessage>}
    </FormDialog>
  );
}

type HarvestDays = Pick<Sowing, 'harvest_from' | 'harvest_until'>;

export function ripenessSentence({ harvest_from, harvest_until }: HarvestDays, today: string): string {
  const [first, last] = [
    dayMonth(harvest_from, beginsIn(harvest_from, harvest_until, today)),
    dayMonth(harvest_until, today),
  ];
  const days_to_harvest = daysApart(today, harvest_from);
  if (days_to_harvest > 0) {
    return plural(days_to_harvest, {
      one: `Harvest from ${first} to ${last}, in # day`,
      other: `Harvest from ${first} to ${last}, in # days`,
    });
  }
  return harvest_until < today ? t`The usual harvest was until ${last}` : t`Ripe now: harvest until ${last}`;
}

/** Tells why a harvest before its first usual day is asked about. */
export function earlySentence(
  { sown_on, harvest_from }: Pick<Sowing, 'sown_on' | 'harvest_from'>,
  today: string,
): string {
  const first = dayMonth(harvest_from, today);
  const days_since_sowing = daysApart(sown_on, today);
  if (days_since_sowing <= 0)
    return t`Sown today. The harvest of this crop usually begins on ${first}. Noting a harvest ends the sowing.`;
  return plural(days_since_sowing, {
    one: `Sown # day ago. The harvest of this crop usually begins on ${first}. Noting a harvest ends the sowing.`,
    other: `Sown # days ago. The harvest of this crop usually begins on ${first}. Noting a harvest ends the sowing.`,
  });
}

export function closedSentence({
  outcome,
  on,
  harvested_kg,
}: Omit<NonNullable<Sowing['closed']>, 'undo_until'>): string {
  const day = calendarDate(on);
  if (outcome === 'failed') return t`Failed, noted on ${day}. It no longer counts as supply.`;
  if (harvested_kg === null) return t`Harvested, noted on ${day}.`;
  const weight = kilograms(harvested_kg);
  return t`Harvested, noted on ${day}: ${weight} kg.`;
}

/** How a sowing ended. */
type Outcome = { outcome: 'harvested'; harvested_kg?: number } | { outcome: 'failed' };

/**
 * Returns a function that closes a sowing, or notes how long its variety stands. It resolves to true if that is kept
 * on the phone and sent later.
 */
function useChangeSowing(id: string): (change: Outcome | { maturity: Maturity }) => Promise<boolean> {
  const client = useQueryClient();
  const send = useSend();
  return async (change) => {
    const sowing = { id };
    try {
      const sent = await ('maturity' in change
        ? send({ kind: 'mature', body: { sowing, ...change } })
        : send({ kind: 'close', body: { sowing, ...change } }));
      if (!sent.isQueued) await sent.shown;
      return sent.isQueued;
    } catch (error) {
      // It may have been closed in another window.
      inBackground(sowingsChanged(client), 'The list of sowings is not renewed');
      throw error;
    }
  };
}
