import { t } from '@lingui/core/macro';
import { useSearch } from 'wouter';
import { OpenNeeds, StateNeeds } from '@/features/calendar/later-needs';
import { DemandOverview } from '@/features/demand/demand-overview';
import { More } from '@/features/demand/later-parts';
import { Comparison, StateOverview } from '@/features/demand/later-state';
import { RegionBar } from '@/features/demand/region';
import { useSession } from '@/features/session/use-session';
import { INDIA, regionOf } from '@/shared/paths';
import { PageTitle } from '@/shared/ui/page-title';

export default function DemandPage() {
  const query = new URLSearchParams(useSearch());
  const region = regionOf(query);
  const other = query.get('with')?.toUpperCase();
  const signedIn = useSession().status === 'signed-in';
  const title = t`Crop Estimation Data`;
  return (
    <>
      <PageTitle
        subtitle={signedIn ? '' : title}
        lead={t`What is needed of each crop, and what is met already.`}
      >
        {signedIn ? title : t`Welcome Guest`}
      </PageTitle>
      <RegionBar {...{ region, other, signedIn }} />
      {other && <Comparison region={region} other={other} />}
      {region === INDIA ? (
        <DemandOverview region={region} lead={() => !signedIn && !other && <OpenNeeds />} />
      ) : (
        <StateOverview key={region} region={region} needs={!other && <StateNeeds region={region} />} />
      )}
      <More region={region} />
    </>
  );
}
