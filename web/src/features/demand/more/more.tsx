import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { regionDemandQuery } from '@/shared/api/queries';
import { Disclosure } from '@/shared/ui/disclosure';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Panel } from '@/shared/ui/panel';
import { Loading } from '@/shared/ui/spinner';
import styles from './more.module.css';

/** All that stands behind the figures, in a chunk that comes when it is opened. */
const Provenance = lazyPart(async () => (await import('./provenance')).Provenance, {
  meanwhile: (
    <Panel>
      <Loading />
    </Panel>
  ),
});

/**
 * Renders the button that opens all that stands behind the figures, below them: not before the first ones are there,
 * which would push it down. What it has opened stays when another region is chosen.
 */
export function More({ region }: { region: string }) {
  const { data } = useQuery({ ...regionDemandQuery(region), enabled: false });
  const [hasFigures, setHasFigures] = useState(false);
  if (data && !hasFigures) setHasFigures(true);
  if (!hasFigures) return null;
  return (
    <div className={styles.more}>
      <Disclosure label={t`More: what is met in percent, how each figure is known, map of the states`}>
        {() => <Provenance region={region} overview={data} />}
      </Disclosure>
    </div>
  );
}
