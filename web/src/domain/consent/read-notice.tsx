import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from '@/shared/ui/button';
import { lazyPart } from '@/shared/ui/lazy-part';

const NoticeDialog = lazyPart(async () => (await import('./notice-dialog')).NoticeDialog);

export function ReadNotice() {
  const [reading, setReading] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setReading(true)}>{t`What Grow keeps, and why`}</Button>
      {reading && <NoticeDialog onClose={() => setReading(false)} />}
    </>
  );
}
