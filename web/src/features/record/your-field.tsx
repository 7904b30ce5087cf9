import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { displayName } from '@/domain/crops/display-names';
import { fieldAmountWithHectares } from '@/domain/land/units';
import { lastCropName, waterName } from '@/domain/land/water-and-soil';
import { keptNotice } from '@/outbox/send/use-send';
import type { FarmerRecord } from '@/shared/api/record';
import { listed } from '@/shared/format/lists';
import { formProblem } from '@/shared/forms/form-problems';
import { paths } from '@/shared/paths';
import { useWrite } from '@/shared/query/use-write';
import { Button, ButtonLink } from '@/shared/ui/button';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { Actions } from '@/shared/ui/stack';
import { ASKED_OF_FIELD, toldOfField } from './is-field-told';
import { LandForm } from './land-form';
import { LastCropQuestion } from './last-crop-question';
import { testedValues } from './tested';
import { useSaveRecord } from './use-save-record';
import { WaterQuestion } from './water-question';
import styles from './your-field.module.css';

/** What the advice asks of a field, in this order. */
const PARTS = ['land', 'water', 'soil', 'last', 'crops'] as const;
type Part = (typeof PARTS)[number];

interface YourFieldProps {
  record: FarmerRecord;
  /** The choice of the known crops, which is another feature's. */
  knownCrops: ReactNode;
}

/** Asks what the advice needs of the farmer's field, one after the other. What is answered is one line. */
export function YourField({ record, knownCrops }: YourFieldProps) {
  const [chosen, setChosen] = useState<Part | null>(null);
  const root = useRef<HTMLElement>(null);
  const answers = answersOf(record);
  const open = chosen ?? PARTS.find((part) => answers[part] === null) ?? null;
  const [done, all] = [toldOfField(record), ASKED_OF_FIELD];

  // The focused control was removed with its question.
  const before = useRef(open);
  useEffect(() => {
    if (before.current === open) return;
    before.current = open;
    if (document.activeElement === document.body) root.current?.focus();
  }, [open]);

  return (
    <section aria-label={t`Your field`} ref={root} tabIndex={-1} className={styles.parts}>
      <p className="visually-hidden" role="status">
        {t`${done} of ${all} answered`}
      </p>
      {PARTS.map((part) =>
        part === open ? (
          <div key={part} className={styles.open}>
            <h3 className={styles.name}>{nameOf(part)}</h3>
            {questionOf(part, record, knownCrops, () => setChosen('crops'))}
            {part === chosen && answers[part] !== null && (
              <Button look="secondary" onClick={() => setChosen(null)}>{t`Done`}</Button>
            )}
          </div>
        ) : (
          <div key={part} className={styles.line}>
            <p>
              <strong>{nameOf(part)}</strong> <span>{answers[part] ?? t`not said yet`}</span>
            </p>
            <Button look="quiet" onClick={() => setChosen(part)} aria-label={labelOf(part, answers[part])}>
              {answers[part] === null ? t`Answer` : t`Change`}
            </Button>
          </div>
        ),
      )}
    </section>
  );
}

function questionOf(part: Part, record: FarmerRecord, knownCrops: ReactNode, stay: () => void): ReactNode {
  switch (part) {
    case 'land':
      return <LandForm record={record} />;
    case 'water':
      return <WaterQuestion record={record} mayBeUnsaid={false} />;
    case 'soil':
      return <SoilTestQuestion record={record} />;
    case 'last':
      return <LastCropQuestion record={record} mayBeUnsaid={false} />;
    case 'crops':
      return (
        // The first crop is an answer, and others may follow.
        <div onClickCapture={stay}>
          <p>{t`Tap the crops you know how to grow.`}</p>
          {knownCrops}
        </div>
      );
  }
}

/** The answers in words; null where there is none yet. */
function answersOf(record: FarmerRecord): Record<Part, string | null> {
  const { land_ha, land_entered, water, soil_test, known_crops } = record;
  return {
    land:
      land_ha === null ? null : fieldAmountWithHectares({ field_size_ha: land_ha, entered: land_entered }),
    water: water && waterName(water),
    soil: soil_test && (soil_test === 'tested' ? t`tested` : t`not tested`),
    last: record.last_crop && lastCropName(record.last_crop, record),
    crops: known_crops.length === 0 ? null : listed(known_crops.map(displayName)),
  };
}

const nameOf = (part: Part): string =>
  ({ land: t`Land`, water: t`Water`, soil: t`Soil test`, last: t`Last crop`, crops: t`Known crops` })[part];

function labelOf(part: Part, answer: string | null): string {
  const name = nameOf(part);
  return answer === null ? t`Answer: ${name}` : t`Change: ${name}`;
}

/** What is saved where there is no soil test. */
const NO_TEST = { n: 0, p: 0, k: 0 };

/** Asks for the soil test. That there is none is an answer, too. */
function SoilTestQuestion({ record }: { record: FarmerRecord }) {
  const { save, question } = useSaveRecord(record, ({ npk }) => testedValues(npk));
  const { succeed } = useNotices();
  const { mutate, isPending, error } = useWrite({
    mutationFn: () => save(testedValues(NO_TEST), { kind: 'npk', body: NO_TEST }),
    onSuccess: (saved) => {
      if (saved?.isQueued) succeed(keptNotice());
    },
  });
  return (
    <>
      <p>{t`With N, P and K from your soil test, the advice knows your soil better.`}</p>
      <Actions>
        <Button look="secondary" disabled={isPending} onClick={() => mutate()}>
          {isPending ? t`Saving...` : t`No soil test`}
        </Button>
        <ButtonLink look="secondary" href={paths.npk}>{t`Enter my soil test`}</ButtonLink>
      </Actions>
      {error && <ErrorMessage>{formProblem(error)}</ErrorMessage>}
      {question}
    </>
  );
}
