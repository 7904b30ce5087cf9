import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { consentSentences } from '@/shared/consent/sentences';
import { Button } from '@/shared/ui/button';
import { lazyPart } from '@/shared/ui/lazy-part';

const NoticeDialog = lazyPart(async () => {
  const [{ NoticeDialog: dialog }] = await Promise.all([
    import('@/shared/consent/notice-dialog'),
    consentSentences(),
  ]);
  return dialog;
});

/** Opens the notice to be read. */
export function ReadNotice() {
  const [reading, setReading] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setReading(true)}>{t`What Grow keeps, and why`}</Button>
      {reading && <NoticeDialog onClose={() => setReading(false)} />}
    </>
  );
}
