import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { recommendationsKey } from '@/shared/api/queries';
import { useAgree } from '@/shared/consent/use-agree';
import { paths } from '@/shared/paths';
import { Button, ButtonLink } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/message';
import { Actions } from '@/shared/ui/stack';

/** Nothing is computed for a farmer who does not agree: says what, and offers both ways on. */
export function ConsentWanted({ message }: { message: string }) {
  const client = useQueryClient();
  const agree = useAgree(() => client.invalidateQueries({ queryKey: recommendationsKey }));
  return (
    <EmptyState message={message}>
      <Actions areLong>
        <Button onClick={agree}>{t`Read and agree`}</Button>
        <ButtonLink look="secondary" href={paths.profile}>{t`Download or delete my data`}</ButtonLink>
      </Actions>
    </EmptyState>
  );
}
