import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { done } from '@/shared/api/client';
import { useApi } from '@/shared/api/query-client';
import { localDate } from '@/shared/format/dates';
import { formProblem } from '@/shared/forms/form-problems';
import { Loaded } from '@/shared/query/loaded';
import { useWrite } from '@/shared/query/use-write';
import { Button } from '@/shared/ui/button';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { Actions, TitledStack } from '@/shared/ui/stack';
import { type ConsentState, consentChanged, consentQuery } from './queries';
import { ReadNotice } from './read-notice';
import { useAgree } from './use-agree';

export const Agreement = () => (
  <Loaded query={useQuery(consentQuery)}>{(consent) => <Consent consent={consent} />}</Loaded>
);

function Consent({ consent }: { consent: ConsentState }) {
  const client = useQueryClient();
  const api = useApi();
  const { succeed } = useNotices();
  const withdraw = useWrite({
    mutationFn: () => done(api.DELETE('/api/v1/me/consent')),
    onSuccess: () => {
      succeed(t`You took your agreement back. Nothing more is saved.`);
      return consentChanged(client, false);
    },
  });
  const agree = useAgree(() => succeed(t`You agreed. What you save is saved.`));

  return (
    <TitledStack title={t`Your agreement`}>
      <p>
        {consent.is_given
          ? consent.last && agreement(consent.last)
          : t`You have not agreed to what Grow keeps. Nothing more is saved or computed; what is there you can download or delete below.`}
      </p>
      {withdraw.error && <ErrorMessage>{formProblem(withdraw.error)}</ErrorMessage>}
      <Actions areLong>
        <ReadNotice />
        {consent.is_given ? (
          <Button look="secondary" disabled={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {t`Take my agreement back`}
          </Button>
        ) : (
          <Button onClick={agree}>{t`Read and agree`}</Button>
        )}
      </Actions>
    </TitledStack>
  );
}

function agreement({ given_at: at, language: code }: NonNullable<ConsentState['last']>): string {
  const day = localDate(at);
  const language = new Intl.DisplayNames([i18n.locale], { type: 'language' }).of(code) ?? code;
  return t`You agreed on ${day} to what Grow keeps. You read it in ${language}.`;
}
