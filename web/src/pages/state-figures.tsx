import { useQuery } from '@tanstack/react-query';
import { StateNeeds } from '@/features/calendar/state-needs-panel';
import { StateOverview } from '@/features/demand/state/state-overview';
import { nextWindowsQuery } from '@/shared/api/calendar';
import { demandQuery, regionDemandQuery } from '@/shared/api/queries';
import { useTogether } from '@/shared/query/use-together';
import { ScreenLoading } from '@/shared/ui/spinner';

export { Comparison } from '@/features/demand/compare/comparison';

interface StateFiguresProps {
  region: string;
  /** Whether the figures stand alone, with what the state could grow more of. */
  alone: boolean;
}

/** Renders the live figures of a state: at once, so that what is needed of it pushes nothing down. */
export function StateFigures({ region, alone }: StateFiguresProps) {
  const isThere = useTogether([
    useQuery(demandQuery),
    useQuery(regionDemandQuery(region)),
    useQuery(nextWindowsQuery(region)),
  ]);
  if (!isThere) return <ScreenLoading />;
  return <StateOverview region={region} needs={alone && <StateNeeds region={region} />} />;
}
