import { t } from '@lingui/core/macro';
import { regionName } from '@/domain/regions/region-name';
import { figurePaths } from '@/shared/figure-paths';
import styles from './figure-links.module.css';

export function FigureLinks({ region }: { region: string }) {
  const name = regionName(region);
  return (
    <div className={styles.links}>
      <span>{t`Figures of ${name} as`}</span>
      <a href={figurePaths.csv(region)} download aria-label={t`CSV: figures of ${name}`}>
        CSV
      </a>
      <a href={figurePaths.json(region)} aria-label={t`JSON: figures of ${name}`}>
        JSON
      </a>
    </div>
  );
}
