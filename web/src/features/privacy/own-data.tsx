import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { done } from '@/shared/api/client';
import { recommendationsKey } from '@/shared/api/queries';
import { useApi } from '@/shared/api/query-client';
import { type ConsentState, consentQuery } from '@/shared/consent/privacy-queries';
import { useAgree } from '@/shared/consent/use-agree';
import { localDate } from '@/shared/format/dates';
import { problemMessage } from '@/shared/i18n/problems';
import { Button } from '@/shared/ui/button';
import { ErrorMessage, LoadError } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { OutwardLink } from '@/shared/ui/outward-link';
import { Loading } from '@/shared/ui/spinner';
import { Actions, Stack } from '@/shared/ui/stack';
import { EraseAccount } from './erase-account';

import styles from './own-data.module.css';
import { ReadNotice } from './read-notice';

/** What the farmer agreed to, and what they may do with what is kept: take it along, or have it deleted. */
export function OwnData({ onErased }: { onErased: () => void }) {
  const { data: consent, error, refetch } = useQuery(consentQuery);
  const [erasing, setErasing] = useState(false);
  return (
    <Stack loose>
      {consent ? (
        <Consent consent={consent} />
      ) : error ? (
        <LoadError message={problemMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      <Stack>
        <h3 className={styles.title}>{t`Take a copy`}</h3>
        <p>{t`Everything that Grow holds about you. The table opens in a spreadsheet; JSON is for other programs.`}</p>
        <Actions areLong>
          <OutwardLink
            look="secondary"
            download
            href="/api/v1/me/export.csv"
          >{t`Download my data (table)`}</OutwardLink>
          <OutwardLink
            look="secondary"
            download
            href="/api/v1/me/export"
          >{t`Download my data (JSON)`}</OutwardLink>
        </Actions>
      </Stack>
      <Stack>
        <h3 className={styles.title}>{t`Leave Grow`}</h3>
        <p>{t`Deletes everything at once. It cannot be undone.`}</p>
        <Actions>
          <Button look="danger" onClick={() => setErasing(true)}>{t`Delete my account`}</Button>
        </Actions>
      </Stack>
      {erasing && <EraseAccount onErased={onErased} onCancel={() => setErasing(false)} />}
    </Stack>
  );
}

function Consent({ consent }: { consent: ConsentState }) {
  const client = useQueryClient();
  const api = useApi();
  const { succeed } = useNotices();
  const refresh = async () => {
    void client.resetQueries({ queryKey: recommendationsKey });
    await client.invalidateQueries({ queryKey: consentQuery.queryKey });
  };
  const withdraw = useMutation({
    mutationFn: () => done(api.DELETE('/api/v1/me/consent')),
    onSuccess: async () => {
      succeed(t`You took your agreement back. Nothing more is saved.`);
      await refresh();
    },
  });
  const agree = useAgree(async () => {
    succeed(t`You agreed. What you save is saved.`);
    await refresh();
  });

  return (
    <Stack>
      <h3 className={styles.title}>{t`Your agreement`}</h3>
      <p>
        {consent.is_given && consent.last
          ? agreement(consent.last)
          : t`You have not agreed to what Grow keeps. Nothing more is saved or computed; what is there you can download or delete below.`}
      </p>
      {withdraw.error && <ErrorMessage>{problemMessage(withdraw.error)}</ErrorMessage>}
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
    </Stack>
  );
}

function agreement({ given_at: at, language: code }: NonNullable<ConsentState['last']>): string {
  const day = localDate(at);
  const language = new Intl.DisplayNames([i18n.locale], { type: 'language' }).of(code) ?? code;
  return t`You agreed on ${day} to what Grow keeps. You read it in ${language}.`;
}
