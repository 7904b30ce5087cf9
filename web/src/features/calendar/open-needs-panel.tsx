import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useToday } from '@/domain/calendar/use-today';
import { type NextWindow, nextWindowsQuery } from '@/shared/api/calendar';
import { demandQuery } from '@/shared/api/queries';
import { INDIA, paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { Panel } from '@/shared/ui/panel';
import { NeedList, NeedsByTime } from './need-list';
import styles from './need-list.module.css';
import { type OpenNeed, openNeeds } from './open-needs';

export function OpenNeeds() {
  const { data } = useQuery(demandQuery);
  const today = useToday();
  const windows = useQuery(nextWindowsQuery(INDIA));
  const needs = openNeeds(data?.crops ?? []);
  return (
    <Panel title={t`What the country still needs`}>
      {needs.length === 0 ? (
        <p>{t`About as much of every crop is on the way as is needed, or more.`}</p>
      ) : (
        <Needs needs={needs} windows={windows} today={today} />
      )}
      <div>
        <ButtonLink look="secondary" href={paths.login}>{t`What to sow on my land`}</ButtonLink>
      </div>
    </Panel>
  );
}

interface NeedsProps {
  needs: readonly OpenNeed[];
  windows: { data: { crops: readonly NextWindow[] } | undefined; isError: boolean };
  today: string;
}

/** What is needed, by time as soon as the times are known. Its place is kept until then, with a line for each title. */
function Needs({ needs, windows: { data, isError }, today }: NeedsProps) {
  if (data) return <NeedsByTime needs={needs} windows={data.crops} today={today} />;
  if (isError) return <NeedList needs={needs} when={() => t`The days for sowing it could not be loaded.`} />;
  return (
    <div className={styles.waiting}>
      <NeedList needs={needs} when={() => '\u00a0'} />
    </div>
  );
}
