import { t } from '@lingui/core/macro';
import type { DemandRow } from '@/shared/api/shapes';
import { DemandChart } from '../details/demand-chart';
import { MetByCrop } from '../details/met-by-crop';
import styles from './sheet-charts.module.css';

/** Renders both charts side by side. */
export const SheetCharts = ({ rows }: { rows: readonly DemandRow[] }) => (
  <section className={styles.charts}>
    <div>
      <h2>{t`Demand vs Met`}</h2>
      <DemandChart rows={rows} />
    </div>
    <div>
      <h2>{t`What is met, in percent`}</h2>
      <MetByCrop rows={rows} />
    </div>
  </section>
);
