import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useToday } from '@/domain/calendar/use-today';
import { nextWindowsQuery } from '@/shared/api/calendar';
import { demandQuery } from '@/shared/api/queries';
import { INDIA, paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { Panel } from '@/shared/ui/panel';
import { NeedList } from './need-list';
import { nextSowing, openNeeds } from './open-needs';

/** Renders the open needs of India and when each crop can be sown, for guests. */
export function OpenNeeds() {
  const { data } = useQuery(demandQuery);
  const today = useToday();
  const windows = useQuery(nextWindowsQuery(INDIA));
  const when = (crop: string) => {
    if (windows.data)
      return nextSowing(
        windows.data.crops.find((next) => next.crop === crop),
        today,
      );
    return windows.isError ? t`The days for sowing it could not be loaded.` : '\u00a0';
  };
  const needs = openNeeds(data?.crops ?? []);
  return (
    <Panel title={t`What the country still needs`}>
      {needs.length === 0 ? (
        <p>{t`About as much of every crop is on the way as is needed, or more.`}</p>
      ) : (
        <NeedList needs={needs} when={when} />
      )}
      <div>
        <ButtonLink look="secondary" href={paths.login}>{t`What to sow on my land`}</ButtonLink>
      </div>
    </Panel>
  );
}
