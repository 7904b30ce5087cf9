import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { nextWindowsQuery } from '@/shared/api/calendar';
import { regionDemandQuery } from '@/shared/api/queries';
import { CropName } from '@/shared/crops/crop-name';
import { INDIA, paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { Panel } from '@/shared/ui/panel';
import styles from './calendar.module.css';
import { nextSowing, type OpenNeed, openNeeds, openPart } from './open-needs';

/** Renders the open needs of India and when each crop can be sown, for guests. */
export function OpenNeeds() {
  const { data } = useQuery({ ...regionDemandQuery(INDIA) });
  const windows = useQuery(nextWindowsQuery(INDIA));
  const when = (crop: string) => {
    if (windows.data) return nextSowing(windows.data.crops.find((next) => next.crop === crop));
    return windows.isError ? t`The days for sowing it could not be loaded.` : '\u00a0';
  };
  const needs = openNeeds(data?.crops ?? []);
  return (
    <Panel title={t`What the country still needs`}>
      {needs.length === 0 ? (
        <p>{t`About as much of every crop is on the way as is needed, or more.`}</p>
      ) : (
        <ul className={styles.needs}>
          {needs.map((need) => (
            <Need key={need.crop} need={need} when={when(need.crop)} />
          ))}
        </ul>
      )}
      <p className={styles.invitation}>
        {t`Sign in, and Grow tells you which of the sixteen crops fit your own land now.`}
      </p>
      <div>
        <ButtonLink look="secondary" href={paths.login}>{t`What to sow on my land`}</ButtonLink>
      </div>
    </Panel>
  );
}

function Need({ need: { crop, percent }, when }: { need: OpenNeed; when: string }) {
  return (
    <li className={styles.need}>
      <CropName crop={crop} />
      <span className={styles.percent}>{openPart(percent)}</span>
      <span
        className={styles.meter}
        aria-hidden="true"
        style={{ '--met-length': 1 - Math.min(percent, 100) / 100 } as CSSProperties}
      />
      <span className={styles.when}>{when}</span>
    </li>
  );
}
