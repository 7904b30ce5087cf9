import { t } from '@lingui/core/macro';
import { DemandOverview } from '@/features/demand/demand-overview';
import { useLiveDemand } from '@/features/demand/use-live-demand';
import { useSession } from '@/features/session/use-session';
import { PageTitle } from '@/shared/ui/page-title';

export default function DemandPage() {
  const changed = useLiveDemand();
  const guest = useSession().status !== 'signed-in';
  return (
    <>
      {guest ? (
        <PageTitle subtitle={t`Crop Estimation Data`}>{t`Welcome Guest`}</PageTitle>
      ) : (
        <PageTitle lead={t`What is needed of each crop, and what is met already.`}>
          {t`Crop Estimation Data`}
        </PageTitle>
      )}
      <DemandOverview changed={changed} />
    </>
  );
}
