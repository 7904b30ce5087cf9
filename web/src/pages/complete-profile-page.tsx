import { t } from '@lingui/core/macro';
import { useLocation } from 'wouter';
import { ProfileForm } from '@/features/record/profile-form';
import { WithRecord } from '@/features/record/with-record';
import { Unsent } from '@/outbox/screens/unsent';
import { paths } from '@/shared/paths';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';
import { useUser } from './use-user';

export default function CompleteProfilePage() {
  const { email } = useUser();
  const [, navigate] = useLocation();
  return (
    <>
      <PageTitle narrow>{t`Complete Your Profile`}</PageTitle>
      <Unsent />
      <Panel narrow>
        <WithRecord>
          {(record) => (
            <ProfileForm
              record={record}
              email={email}
              onSaved={() => navigate(paths.dashboard, { replace: true })}
            />
          )}
        </WithRecord>
      </Panel>
    </>
  );
}
