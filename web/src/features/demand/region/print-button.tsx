import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { inBackground } from '@/shared/in-background';
import { from } from '@/shared/styles/breakpoints';
import { Button } from '@/shared/ui/button';
import { lazyPart } from '@/shared/ui/lazy-part';
import { useNotices } from '@/shared/ui/notices';

/** The sheet that is printed instead of the screen. */
const PrintSheet = lazyPart(async () => (await import('../sheet/print-sheet')).PrintSheet, {
  afterFailure: ({ isOffline }) => <NoSheet isOffline={isOffline} />,
});

type Printing = 'no' | 'asked' | 'by-browser';

/** Renders the button that prints the figures of a region. The browser's own command prints the same, if it can. */
export function PrintButton({ region }: { region: string }) {
  const [printing, setPrinting] = useState<Printing>('no');

  useEffect(() => {
    // The browser waits for nothing, so on a desk the sheet is loaded before it may be wanted.
    if (matchMedia(from('wide')).matches)
      inBackground(PrintSheet.preload(), 'The sheet is loaded when it is wanted');
    const begin = () => flushSync(() => setPrinting((now) => (now === 'no' ? 'by-browser' : now)));
    const end = () => setPrinting('no');
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);

  return (
    <>
      <Button look="secondary" aria-disabled={printing !== 'no'} onClick={() => setPrinting('asked')}>
        {printing === 'asked' ? t`Preparing...` : t`Print`}
      </Button>
      {printing !== 'no' && (
        <PrintSheet region={region} onReady={printing === 'asked' ? () => print() : undefined} />
      )}
    </>
  );
}

/** Tells that there is nothing to print. */
function NoSheet({ isOffline }: { isOffline: boolean }) {
  const { fail } = useNotices();
  useEffect(() => {
    fail(
      isOffline
        ? t`The sheet could not be loaded. Check your connection.`
        : t`The sheet could not be loaded.`,
    );
  }, [fail, isOffline]);
  return null;
}
