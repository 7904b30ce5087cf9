import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Agreement } from '@/shared/consent/agreement';
import { Button } from '@/shared/ui/button';
import { OutwardLink } from '@/shared/ui/outward-link';
import { Actions, Stack, TitledStack } from '@/shared/ui/stack';
import { EraseAccount } from './erase-account';

/** Renders the consent, the data export and the deletion of the account. */
export function OwnData({ onErased }: { onErased: () => void }) {
  const [erasing, setErasing] = useState(false);
  return (
    <Stack loose>
      <Agreement />
      <TitledStack title={t`Take a copy`}>
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
