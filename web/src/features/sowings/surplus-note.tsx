import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { adviceQuery } from '@/shared/api/advice';
import { demandQuery } from '@/shared/api/queries';
import { ButtonLink } from '@/shared/ui/button';
import { comparison } from './surplus';
import styles from './surplus-note.module.css';

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
