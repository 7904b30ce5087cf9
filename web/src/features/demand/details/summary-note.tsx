import { t } from '@lingui/core/macro';
import type { DemandOverview } from '@/shared/api/shapes';
import { Disclosure } from '@/shared/ui/disclosure';
import styles from './notes.module.css';
import { SummaryDetails } from './summary-details';

/** Renders the button that tells how the figures of the summary are made. */
export const SummaryNote = ({ overview, name }: { overview: DemandOverview; name: string }) => (
  <div className={styles.summary}>
    <Disclosure label={t`How do we know?`} about={name}>
      {() => <SummaryDetails overview={overview} name={name} />}
    </Disclosure>
  </div>
);
