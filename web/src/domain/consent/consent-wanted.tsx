import { t } from '@lingui/core/macro';
import { paths } from '@/shared/paths';
import { Button, ButtonLink } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/message';
import { Actions } from '@/shared/ui/stack';
import { useAgree } from './use-agree';

/** Shown instead of recommendations without consent: explains why, and offers both choices. */
export function ConsentWanted({ message }: { message: string }) {
  const agree = useAgree();
  return (
    <EmptyState message={message}>
      <Actions areLong>
        <Button onClick={agree}>{t`Read and agree`}</Button>
        <ButtonLink look="secondary" href={paths.profile}>{t`Download or delete my data`}</ButtonLink>
      </Actions>
    </EmptyState>
  );
}
