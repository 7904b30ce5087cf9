import { StateNeeds } from '@/features/calendar/state-needs-panel';
import { StateOverview } from '@/features/demand/state/state-overview';

export { Comparison } from '@/features/demand/compare/comparison';

interface StateFiguresProps {
  region: string;
  /** Whether the figures stand alone, with what the state could grow more of. */
  alone: boolean;
}

/** Renders the live figures of a state. */
export const StateFigures = ({ region, alone }: StateFiguresProps) => (
  <StateOverview region={region} needs={alone && <StateNeeds region={region} />} />
);
