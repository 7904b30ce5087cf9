import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { comparePath, figurePaths } from '@/shared/figure-paths';
import { withFarmerMessages } from '@/shared/i18n/language';
import { demandPath } from '@/shared/paths';
import { Button, OutwardLink } from '@/shared/ui/button';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Panel } from '@/shared/ui/panel';
import styles from './region-bar.module.css';
import { RegionChoice } from './region-choice';

const OwnState = lazyPart(async () => (await withFarmerMessages(() => import('./own-state'))).OwnState, {
  meanwhile: <div className={styles.place} />,
});

interface RegionBarProps {
  region: string;
  /** The region beside it, as the address names it. */
  other: string | undefined;
  signedIn: boolean;
}

export function RegionBar({ region, other, signedIn }: RegionBarProps) {
  const [wantsOther, setWantsOther] = useState(false);
  return (
    <div className="screen-only">
      <Panel>
        <div className={styles.bar}>
          <RegionChoice
            label={t`Region`}
            value={region}
            pathOf={(code) => (other ? comparePath(code, other) : demandPath(code))}
          />
          {(wantsOther || other) && (
            <div ref={wantsOther ? focusChoice : null}>
              <RegionChoice
                label={t`Compare with`}
                value={other ?? ''}
                none={other ? t`No comparison` : t`Choose a region`}
                without={region}
                pathOf={(code) => (code ? comparePath(region, code) : demandPath(region))}
              />
            </div>
          )}
          <div className={styles.tools}>
            {!wantsOther && !other && (
              <Button look="secondary" onClick={() => setWantsOther(true)}>
                {t`Compare`}
              </Button>
            )}
            <Button look="secondary" onClick={() => print()}>{t`Print`}</Button>
            <OutwardLink look="secondary" href={figurePaths.csv(region)} download>
              CSV
            </OutwardLink>
          </div>
          {signedIn && <OwnState region={region} />}
        </div>
      </Panel>
    </div>
  );
}

/** The choice takes the focus from the button that opens it. */
const focusChoice = (field: HTMLElement | null) => field?.querySelector('select')?.focus();
