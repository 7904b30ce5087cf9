import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { CropDrawing } from '@/domain/crops/crop-drawing';
import { cropTitle } from '@/domain/crops/crop-words';
import { useOwnArea } from '@/domain/land/use-own-area';
import type { Advice } from '@/shared/api/advice';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import styles from './advice-panel.module.css';
import { ifNot, theySow } from './neighbours';
import { nothingNow } from './nothing-now';
import { openNeed } from './rest-sentences';
import { noRoom, ownFields } from './sown-land';
import { useAdvice } from './use-advice';
import { sowFrom, sowUntil } from './window-sentences';

/** Number of the farmer's fields that are named; the advice names all. */
const FIELDS = 3;

/** Renders three lines that lead to the advice: the crop, until when it is sown, and what is needed of it. */
export function AdvicePanel() {
  const { data, error } = useAdvice();
  const first = data?.advice[0];
  return (
    <section className={styles.panel} aria-label={t`What to sow now`} aria-busy={!data && !error}>
      {first && <CropDrawing crop={first.crop} size="choice" />}
      <div className={styles.lines}>
        {data ? <Lines advice={data} /> : error ? <Untold /> : <Waiting />}
        {data &&
          ownFields(data)
            .slice(0, FIELDS)
            .map((line) => <p key={line}>{line}</p>)}
      </div>
      <ButtonLink href={paths.advice}>{linkLabel(data)}</ButtonLink>
    </section>
  );
}

function Lines({ advice }: { advice: Advice }): ReactNode {
  const [first] = advice.advice;
  const [next] = advice.later;
  const full = noRoom(advice, useOwnArea());
  if (first) {
    const crop = cropTitle(first.crop);
    return (
      <>
        {advice.unknown_crops_first && (
          <p>{`${theySow(advice.unknown_crops)}. ${ifNot(advice.unknown_crops)}`}</p>
        )}
        <p className={styles.title}>{t`What to sow now: ${crop}`}</p>
        <p>{sowUntil(first)}</p>
        <p>
          {advice.all_full
            ? t`Everything that suits your land is full; this is the least crowded`
            : openNeed(first)}
        </p>
      </>
    );
  }
  if (full && !advice.missing) return <p className={styles.title}>{full}</p>;
  if (advice.missing) {
    return (
      <>
        <p className={styles.title}>{t`What to sow now`}</p>
        <p>{missingSentence(advice.missing)}</p>
      </>
    );
  }
  const crop = next ? cropTitle(next.crop) : '';
  return (
    <>
      {advice.unknown_crops_first && <p>{`${theySow(advice.unknown_crops)}.`}</p>}
      <p className={styles.title}>{nothingNow(advice)}</p>
      {next && <p>{t`Next: ${crop}`}</p>}
      {next && <p>{sowFrom(next)}</p>}
    </>
  );
}

/** Names what the link leads to: the reasons, and the other crops that are advised. */
export function linkLabel(advice: Pick<Advice, 'advice'> | undefined): string {
  switch (advice?.advice.length) {
    case undefined:
    case 0:
      return t`What to sow now`;
    case 1:
      return t`See why`;
    case 2:
      return t`See why, and another crop`;
    default:
      return t`See why, and two others`;
  }
}

export function missingSentence(missing: NonNullable<Advice['missing']>): string {
  const words: Readonly<Record<string, string>> = {
    'consent-missing': t`Grow can tell you when you have agreed to what it keeps.`,
    'land-unknown': t`We know no land like yours yet.`,
  };
  return words[missing] ?? t`Tell us your district, and Grow tells you what fits your land in these days.`;
}

const Untold = () => <p className={styles.title}>{t`What to sow now`}</p>;

const Waiting = () => (
  <>
    <p className={styles.title}>{t`What to sow now`}</p>
    <span className={styles.blank} />
    <span className={styles.blank} />
  </>
);
