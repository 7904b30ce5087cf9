import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { recommendationsKey } from '@/shared/api/queries';
import { askForConsent } from '@/shared/forms/with-consent';
import { problemMessage } from '@/shared/i18n/problems';
import { paths } from '@/shared/paths';
import { Button, ButtonLink } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { Actions } from '@/shared/ui/stack';

/** Nothing is computed for who does not agree: says so, and offers both ways on. */
export function ConsentWanted() {
  const client = useQueryClient();
  const { fail } = useNotices();
  const agree = async () => {
    try {
      if (await askForConsent()) await client.invalidateQueries({ queryKey: recommendationsKey });
    } catch (error) {
      fail(problemMessage(error));
    }
  };
  return (
    <EmptyState
      message={t`You have not agreed to what Grow keeps, so nothing is computed from your place and soil.`}
    >
      <Actions>
        <Button onClick={() => void agree()}>{t`Read and agree`}</Button>
        <ButtonLink look="secondary" href={paths.profile}>{t`Download or delete my data`}</ButtonLink>
      </Actions>
    </EmptyState>
  );
}
