import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { regionsQuery } from '@/shared/api/regions';
import { forFarmers } from '@/shared/i18n/language';
import { demandPath, INDIA } from '@/shared/paths';
import { SelectField } from '@/shared/ui/field';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Panel } from '@/shared/ui/panel';
import styles from './region-bar.module.css';

const OwnState = lazyPart(async () => (await forFarmers(() => import('./own-state'))).OwnState, {
  meanwhile: <div className={styles.place} />,
});

interface RegionBarProps {
  region: string;
  signedIn: boolean;
}

/** Renders the choice of the region. The region is part of the address. */
export function RegionBar({ region, signedIn }: RegionBarProps) {
  const { data } = useQuery(regionsQuery);
  const [, navigate] = useLocation();
  const regions = data?.items ?? [{ code: INDIA, name: t`India` }];
  const isKnown = regions.some((one) => one.code === region);
  return (
    <div className="screen-only">
      <Panel>
        <div className={styles.bar}>
          <SelectField
            label={t`Region`}
            value={region}
            onChange={(event) => navigate(demandPath(event.currentTarget.value))}
          >
            {regions.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
            {!isKnown && <option value={region}>{region}</option>}
          </SelectField>
          {signedIn && <OwnState region={region} />}
        </div>
      </Panel>
    </div>
  );
}
