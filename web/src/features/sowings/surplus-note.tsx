import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { cropInSentence } from '@/domain/crops/crop-words';
import { isSurplus } from '@/domain/demand/is-surplus';
import { type Advice, adviceQuery } from '@/shared/api/advice';
import { demandQuery } from '@/shared/api/queries';
import type { DemandRow } from '@/shared/api/shapes';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import styles from './sow-form.module.css';

/** Says before saving that more of a crop is on the way than is wanted. Nothing is blocked. */
export function SurplusNote({ crop }: { crop: string }) {
  const { data: demand } = useQuery(demandQuery);
  const { data: advice } = useQuery(adviceQuery);
  const compare = demand && comparison(crop, demand.crops, advice);
  return (
    <div role="status">
      {compare && (
        <div className={styles.note}>
          <p>{t`More of this is on the way than is wanted.`}</p>
          <ButtonLink look="secondary" href={compare.href}>
            {compare.label}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

interface SurplusLink {
  label: string;
  href: string;
}

/**
 * Returns what to compare a crop in surplus with: the crops of the farmer's advice, otherwise all crops. Null
 * for a crop that is wanted, or of which about as much is on the way as is needed.
 */
export function comparison(
  crop: string,
  rows: readonly DemandRow[],
  advice: Advice | undefined,
): SurplusLink | null {
  const row = rows.find((one) => one.crop === crop);
  if (!row || !isSurplus(row)) return null;
  const [first, second] = (advice?.advice ?? [])
    .filter((one) => one.crop !== crop)
    .map((one) => cropInSentence(one.crop));
  if (first === undefined || advice?.all_full)
    return { label: t`Compare with all crops`, href: paths.demand };
  return {
    label: second === undefined ? t`Compare with ${first}` : t`Compare with ${first} and ${second}`,
    href: paths.advice,
  };
}
