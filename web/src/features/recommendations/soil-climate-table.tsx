import { t } from '@lingui/core/macro';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/message';
import { Panel } from '@/shared/ui/panel';

/** The place of the soil-and-climate predictions. */
export function SoilClimateTable({ title }: { title: string }) {
  return (
    <Panel title={title}>
      <EmptyState
        message={t`Predictions from soil and climate are not available yet. Until then, compare the crops by what is still needed.`}
      >
        <ButtonLink look="secondary" href={paths.demand}>{t`Total Demand`}</ButtonLink>
      </EmptyState>
    </Panel>
  );
}
