import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useToday } from '@/domain/calendar/use-today';
import { cropName } from '@/domain/crops/crop-names';
import { regionName } from '@/domain/regions/region-name';
import { nextWindowsQuery } from '@/shared/api/calendar';
import { problemMessage } from '@/shared/api/problem-sentences';
import { demandQuery, regionDemandQuery } from '@/shared/api/queries';
import { Disclosure } from '@/shared/ui/disclosure';
import { LoadError } from '@/shared/ui/message';
import { Panel } from '@/shared/ui/panel';
import { Loading } from '@/shared/ui/spinner';
import { NeedsByTime } from './need-list';
import { growableNeeds, nextSowing } from './open-needs';
import styles from './state-needs-panel.module.css';

export function StateNeeds({ region }: { region: string }) {
  const india = useQuery(demandQuery);
  const today = useToday();
  const state = useQuery(regionDemandQuery(region));
  const windows = useQuery(nextWindowsQuery(region));
  const name = regionName(region);
  const failed = [india, state, windows].find(({ error, data }) => error && !data);
  if (failed) {
    const retry = () => Promise.all([india, state, windows].map(({ refetch }) => refetch()));
    return (
      <Panel title={t`What ${name} could grow more of`}>
        <LoadError message={problemMessage(failed.error)} onRetry={retry} />
      </Panel>
    );
  }
  if (!india.data || !state.data || !windows.data) {
    return (
      <Panel title={t`What ${name} could grow more of`}>
        <Loading />
      </Panel>
    );
  }
  const next = new Map(windows.data.crops.map((window) => [window.crop, window]));
  const grown = state.data.crops.filter((row) => row.usual_tonnes > 0);
  const needs = growableNeeds(india.data.crops, grown, windows.data.crops);
  return (
    <Panel title={t`What ${name} could grow more of`}>
      <p className={styles.why}>
        {needs.length > 0
          ? t`India lacks these crops by more than the figures may be off, and ${name} grows them. They stand in the order of the crops.`
          : t`India lacks none of the crops that ${name} grows by more than the figures may be off.`}
      </p>
      {needs.length > 0 && <NeedsByTime needs={needs} windows={windows.data.crops} today={today} />}
      {grown.length > 0 && (
        <div className={styles.opening}>
          <Disclosure label={t`When each crop is sown in ${name}`}>
            {() => (
              <dl className={styles.windows}>
                {grown.map(({ crop }) => (
                  <div key={crop}>
                    <dt>{cropName(crop)}</dt>
                    <dd>{nextSowing(next.get(crop), today)}</dd>
                  </div>
                ))}
              </dl>
            )}
          </Disclosure>
        </div>
      )}
    </Panel>
  );
}
