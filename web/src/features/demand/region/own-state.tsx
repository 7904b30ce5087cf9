import { t } from '@lingui/core/macro';
import { regionName } from '@/domain/regions/region-name';
import { useRecord } from '@/outbox/queue/use-record';
import { demandPath, INDIA, paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import styles from './region-bar.module.css';

export function OwnState({ region }: { region: string }) {
  const { data: record } = useRecord();
  if (!record) return <div className={styles.place} />;
  if (!record.district) {
    return (
      <div className={styles.hint}>
        <p>{t`Your district is not known yet, so what you sow counts to India alone. Name it, and it counts to your state, too.`}</p>
        <ButtonLink look="secondary" href={paths.place}>
          {t`Update Place`}
        </ButtonLink>
      </div>
    );
  }
  const { region: own } = record.district;
  const state = regionName(own);
  return region === own ? (
    <ButtonLink look="secondary" href={demandPath(INDIA)}>{t`All of India`}</ButtonLink>
  ) : (
    <ButtonLink look="secondary" href={demandPath(own)}>{t`My state: ${state}`}</ButtonLink>
  );
}
