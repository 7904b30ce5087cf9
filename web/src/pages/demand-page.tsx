import { t } from '@lingui/core/macro';
import { useSearch } from 'wouter';
import { OpenNeeds } from '@/features/calendar/open-needs-panel';
import { More } from '@/features/demand/more/more';
import { RegionBar } from '@/features/demand/region/region-bar';
import { RegionFigures } from '@/features/demand/region-figures';
import { useSession } from '@/features/session/use-session';
import { INDIA, regionOf } from '@/shared/paths';
import { lazyPart, partFailure } from '@/shared/ui/lazy-part';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';
import { ScreenLoading } from '@/shared/ui/spinner';

/** The figures of a state, and a comparison of two regions. Those of India do without. */
const load = () => import('./state-figures');
const instead = {
  meanwhile: <ScreenLoading />,
  afterFailure: (failure) => <Panel>{partFailure(failure)}</Panel>,
} satisfies Parameters<typeof lazyPart>[1];
const StateFigures = lazyPart(async () => (await load()).StateFigures, instead);
const Comparison = lazyPart(async () => (await load()).Comparison, instead);

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
        <RegionFigures region={region} lead={() => !signedIn && !other && <OpenNeeds />} />
      ) : (
        <StateFigures key={region} region={region} alone={!other} />
      )}
      <More region={region} />
    </>
  );
}
