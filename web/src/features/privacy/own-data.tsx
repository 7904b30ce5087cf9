import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Agreement } from '@/domain/consent/agreement';
import { Button, OutwardLink } from '@/shared/ui/button';
import { Disclosure } from '@/shared/ui/disclosure';
import { Actions, Stack, TitledStack } from '@/shared/ui/stack';
import { EraseAccount } from './erase-account';

const Download = ({ href, children }: { href: string; children: string }) => (
  <OutwardLink look="secondary" download href={href}>
    {children}
  </OutwardLink>
);

export function OwnData({ onErased }: { onErased: () => void }) {
  const [erasing, setErasing] = useState(false);
  return (
    <Stack loose>
      <Agreement />
      <TitledStack title={t`Take a copy`}>
        <p>{t`Everything that Grow holds about you. Tables open in a spreadsheet; JSON is for other programs, and has all of it in one file.`}</p>
        <Actions areLong>
          <Download href="/api/v1/me/export.csv">{t`Download my sowings (table)`}</Download>
          <Download href="/api/v1/me/export">{t`Download my data (JSON)`}</Download>
        </Actions>
        <Disclosure label={t`Other tables`}>
          {() => (
            <Actions areLong>
              <Download href="/api/v1/me/export.csv?part=plans">{t`Plans`}</Download>
              <Download href="/api/v1/me/export.csv?part=record">{t`Account and record`}</Download>
              <Download href="/api/v1/me/export.csv?part=requests">{t`Everything you asked to change`}</Download>
              <Download href="/api/v1/me/export.csv?part=consents">{t`Agreements`}</Download>
            </Actions>
          )}
        </Disclosure>
      </TitledStack>
      <TitledStack title={t`Leave Grow`}>
        <p>{t`Closes your account and deletes everything in it. It cannot be undone.`}</p>
        <Actions>
          <Button look="danger" onClick={() => setErasing(true)}>{t`Delete my account`}</Button>
        </Actions>
      </TitledStack>
      {erasing && <EraseAccount onErased={onErased} onCancel={() => setErasing(false)} />}
    </Stack>
  );
}
