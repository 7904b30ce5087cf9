import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { recordQuery, regionsQuery } from '@/shared/api/queries';
import { demandPath, INDIA, paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { SelectField } from '@/shared/ui/field';
import { Panel } from '@/shared/ui/panel';
import styles from './region-bar.module.css';

interface RegionBarProps {
  region: string;
  signedIn: boolean;
}

/** The choice of the region whose figures are shown; it is part of the address. */
export function RegionBar({ region, signedIn }: RegionBarProps) {
  const { data } = useQuery(regionsQuery);
  const [, navigate] = useLocation();
  const regions = data?.items ?? [{ code: INDIA, name: t`India` }];
  const isKnown = regions.some((one) => one.code === region);
  return (
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
  );
}

/** One tap to the farmer's own state and back, or the way to name it. */
function OwnState({ region }: { region: string }) {
  const { data: record } = useQuery(recordQuery);
  if (!record) return <div className={styles.place} />;
  if (!record.district) {
    return (
      <div className={styles.hint}>
        <p>{t`Your district is not known yet, so what you sow counts to India alone. Name it, and it counts to your state, too.`}</p>
        <ButtonLink look="secondary" href={paths.place}>
          {t`Update Place`}
        </ButtonLink>
      </div>
    );
  }
  const { region: own, state } = record.district;
  return region === own ? (
    <ButtonLink look="secondary" href={demandPath(INDIA)}>{t`All of India`}</ButtonLink>
  ) : (
    <ButtonLink look="secondary" href={demandPath(own)}>{t`My state: ${state}`}</ButtonLink>
  );
}
