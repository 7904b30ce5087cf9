import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { withMessages } from '../i18n/language';
import { Button } from '../ui/button';
import { lazyPart } from '../ui/lazy-part';

const NoticeDialog = lazyPart(
  async () => (await withMessages('entrance', () => import('./notice-dialog'))).NoticeDialog,
);

/** Renders a button that opens the notice. */
export function ReadNotice() {
  const [reading, setReading] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setReading(true)}>{t`What Grow keeps, and why`}</Button>
      {reading && <NoticeDialog onClose={() => setReading(false)} />}
    </>
  );
}
