import { t } from '@lingui/core/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { soilName, waterName } from '@/domain/land/water-and-soil';
import type { FarmerRecord } from '@/shared/api/record';
import { withScreenMessages } from '@/shared/i18n/language';
import { Button } from '@/shared/ui/button';
import { lazyPart } from '@/shared/ui/lazy-part';
import styles from './next-question.module.css';
import type { Tap } from './save-tap';

/** Loaded with the first answer. */
const SaveTap = lazyPart(async () => (await withScreenMessages(() => import('./save-tap'))).SaveTap);

/**
 * The questions whose answer is one tap. The water comes first, because it decides which crops the field can carry at
 * all; then the soil, which rules out single crops. Land, soil test and known crops are asked for elsewhere.
 */
const ORDER: readonly Tap['part'][] = ['water', 'soil'];
type Part = Tap['part'];

/** Returns what to ask next; undefined once all is answered. */
export const nextQuestion = (record: Pick<FarmerRecord, Part>): Part | undefined =>
  ORDER.find((part) => record[part] === null);

export function NextQuestion({ record }: { record: FarmerRecord }) {
  const id = useId();
  const root = useRef<HTMLFieldSetElement>(null);
  const [asks] = useState(nextQuestion(record) !== undefined);
  /** The last answer to each question, the newest one at the end. */
  const [taps, setTaps] = useState<readonly Tap[]>([]);
  const part = nextQuestion(record);

  // The focused button was removed with its question.
  const before = useRef(part);
  useEffect(() => {
    if (before.current === part) return;
    before.current = part;
    if (document.activeElement === document.body) root.current?.focus();
  }, [part]);

  if (!asks) return null;
  const answer = (tap: Tap) => setTaps((given) => [...given.filter(({ part }) => part !== tap.part), tap]);
  return (
    <fieldset ref={root} tabIndex={-1} aria-labelledby={part ? id : undefined} className={styles.question}>
      {part && (
        <p id={id} className={styles.asked}>
          {questionOf(part)}
        </p>
      )}
      {part && (
        <div key={part} className={styles.taps}>
          {tapsOf(part).map((tap) => (
            <Button key={tap.label} look="secondary" onClick={() => answer(tap)}>
              {tap.label}
            </Button>
          ))}
        </div>
      )}
      <div role="status" className="soft">
        {taps.map((tap, index) => (
          <SaveTap key={tap.part} record={record} tap={tap} isLast={index === taps.length - 1} />
        ))}
      </div>
    </fieldset>
  );
}

const questionOf = (part: Part): string => (part === 'water' ? t`Can you water it?` : t`What is its soil?`);

function tapsOf(part: Part): Tap[] {
  if (part === 'water') {
    return (['all_season', 'once_or_twice', 'rain_only'] as const).map((water) => ({
      part,
      label: waterName(water),
      change: { kind: 'water', body: { water } },
    }));
  }
  const soils = ['light', 'medium', 'heavy', 'heavy_clay', 'waterlogged', 'loose_sand'] as const;
  return soils.map((soil) => ({
    part,
    label: soilName(soil),
    change: { kind: 'soil', body: { soil } },
  }));
}
