import { plural, t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { ReadNotice } from '@/domain/consent/read-notice';
import { rememberedPath } from '@/features/session/return-path';
import { SignInPanel } from '@/features/session/sign-in-panel';
import { unsentHere } from '@/outbox/queue/phone-notes';
import { paths } from '@/shared/paths';
import { PageTitle } from '@/shared/ui/page-title';
import { Stack } from '@/shared/ui/stack';

export default function LoginPage() {
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const code = query.get('error');
  const [initialError] = useState(code);
  const [unsent] = useState(unsentHere);

  useEffect(() => {
    // Remove the code from the address, so that a reload does not show an old error.
    if (code !== null) navigate(paths.login, { replace: true });
  }, [code, navigate]);

  return (
    <>
      <PageTitle narrow>{t`Farmer Login`}</PageTitle>
      <SignInPanel
        next={rememberedPath() ?? paths.dashboard}
        initialError={initialError}
        notice={
          <Stack>
            {unsent > 0 && (
              <p>
                {plural(unsent, {
                  one: 'One entry is only on this phone. It is sent when you sign in.',
                  other: '# entries are only on this phone. They are sent when you sign in.',
                })}
              </p>
            )}
            <p>{t`Signing in keeps your name, e-mail address and picture.`}</p>
            <ReadNotice />
          </Stack>
        }
      />
    </>
  );
}
