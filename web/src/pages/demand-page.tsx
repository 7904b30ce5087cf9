import { t } from '@lingui/core/macro';
import { useSearch } from 'wouter';
import { OpenNeeds } from '@/features/calendar/later-needs';
import { DemandOverview } from '@/features/demand/demand-overview';
import { MapPanel } from '@/features/demand/later-parts';
import { StateOverview } from '@/features/demand/later-state';
import { RegionBar } from '@/features/demand/region';
import { useSession } from '@/features/session/use-session';
import { INDIA, regionOf } from '@/shared/paths';
import { PageTitle } from '@/shared/ui/page-title';

export default function DemandPage() {
  const region = regionOf(new URLSearchParams(useSearch()));
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
      <RegionBar region={region} signedIn={signedIn} />
      {region === INDIA ? (
        <DemandOverview region={region} state={null} needs={!signedIn && <OpenNeeds />} />
      ) : (
        <StateOverview key={region} region={region} />
      )}
      <MapPanel region={region} />
    </>
  );
}
