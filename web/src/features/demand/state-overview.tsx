import { regionName } from '@/shared/regions/region-name';
import { DemandOverview, type DemandOverviewProps } from './demand-overview';

/** Renders the live figures of a state under its name. */
export const StateOverview = (props: Omit<DemandOverviewProps, 'state' | 'needs'>) => (
  <DemandOverview {...props} state={regionName(props.region)} needs={null} />
);
