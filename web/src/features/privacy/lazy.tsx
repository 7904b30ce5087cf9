import { t } from '@lingui/core/macro';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/shared/ui/button';
import { Loading } from '@/shared/ui/spinner';

/** The notice and what the farmer does with their data, with the sentences: the first load does not carry them. */
const OwnData = lazy(async () => {
  const [part, { consentSentences }] = await Promise.all([import('./own-data'), import('@/shared/consent')]);
  await consentSentences();
  return { default: part.OwnData };
});

const NoticeDialog = lazy(async () => {
  const { NoticeDialog: dialog, consentSentences } = await import('@/shared/consent');
  await consentSentences();
  return { default: dialog };
});

export function LazyOwnData(props: React.ComponentProps<typeof OwnData>) {
  return (
    <Suspense fallback={<Loading />}>
      <OwnData {...props} />
    </Suspense>
  );
}

/** Opens the notice to be read. */
export function ReadNotice() {
  const [reading, setReading] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setReading(true)}>{t`What Grow keeps, and why`}</Button>
      {reading && (
        <Suspense>
          <NoticeDialog onClose={() => setReading(false)} />
        </Suspense>
      )}
    </>
  );
}
