import { t } from '@lingui/core/macro';
import type { DemandRow } from '@/shared/api/shapes';
import { Panel } from '@/shared/ui/panel';
import { MetByCrop } from './met-by-crop';

interface GapPanelProps {
  rows: readonly DemandRow[];
  /** Name of the state; null for India. */
  state: string | null;
}

/** Renders which part of the demand of each crop is met, so that gaps are visible. */
export const GapPanel = ({ rows, state }: GapPanelProps) => (
  <Panel title={state ? t`What is met, in percent, in ${state}` : t`What is met, in percent`}>
    <MetByCrop rows={rows} />
  </Panel>
);
