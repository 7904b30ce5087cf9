import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { regionName, STATES } from '@/domain/regions/region-name';
import { regionDemandQuery } from '@/shared/api/queries';
import type { DemandOverview } from '@/shared/api/shapes';
import { demandPath, INDIA } from '@/shared/paths';
import { Loaded } from '@/shared/query/loaded';
import { ButtonLink } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/message';
import { Panel } from '@/shared/ui/panel';
import { BalanceTable, balanceCaption } from '../balance/balance-table';
import styles from './comparison.module.css';
import { FigureLinks } from './figure-links';

interface ComparisonProps {
  region: string;
  /** The region beside it, as the address names it. */
  other: string;
}

export function Comparison({ region, other }: ComparisonProps) {
  const unknown = [region, other].find((code) => code !== INDIA && !STATES[code]);
  if (unknown !== undefined || region === other) {
    return (
      <Panel>
        <EmptyState
          message={
            unknown === undefined
              ? t`Two different regions can be compared. Choose another one under 'Compare with'.`
              : t`Grow knows no state ${unknown}. Choose one under 'Region' or 'Compare with'.`
          }
        >
          <ButtonLink look="secondary" href={demandPath(unknown === region ? INDIA : region)}>
            {t`End the comparison`}
          </ButtonLink>
        </EmptyState>
      </Panel>
    );
  }
  return <TwoRegions region={region} other={other} />;
}

function TwoRegions({ region, other }: ComparisonProps) {
  const first = useQuery(regionDemandQuery(region));
  const second = useQuery(regionDemandQuery(other));
  const names = [regionName(region), regionName(other)] as const;
  const [one, two] = names;
  return (
    <Panel title={t`${one} beside ${two}`}>
      <Loaded query={first}>
        {(left) => <Loaded query={second}>{(right) => <Sides sides={[left, right]} />}</Loaded>}
      </Loaded>
    </Panel>
  );
}

const Sides = ({ sides }: { sides: readonly [DemandOverview, DemandOverview] }) => (
  <>
    <BalanceTable caption={balanceCaption()} sides={sides} />
    <ul className={styles.links}>
      {sides.map(({ region }) => (
        <li key={region}>
          <FigureLinks region={region} />
        </li>
      ))}
    </ul>
  </>
);
