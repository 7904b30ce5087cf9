import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import { paths } from '@/shared/paths';
import { Button, OutwardLink } from '@/shared/ui/button';
import { browserLink, type InAppBrowser } from './in-app-browser';
import styles from './in-app-note.module.css';

/** Warns that sign-in often fails inside another app, and offers to open the browser. */
export function InAppNote({ app, isAndroid }: InAppBrowser) {
  const title = useId();
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const address = new URL(paths.login, location.href).href;

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopied('yes');
    } catch {
      // There is no clipboard, as on plain HTTP, or the app denies access.
      setCopied('no');
    }
  };

  return (
    <section className={styles.note} aria-labelledby={title}>
      <h2 id={title} className={styles.title}>{t`Open in your browser`}</h2>
      <p>
        {app === null
          ? t`This page is open inside another app. Signing in often does not work there.`
          : t`This page is open inside ${app}. Signing in often does not work there.`}
      </p>
      {isAndroid && <OutwardLink wide href={browserLink(address)}>{t`Open in your browser`}</OutwardLink>}
      <p className={styles.address}>{address}</p>
      <Button look="secondary" wide onClick={copy}>
        {t`Copy the address`}
      </Button>
      <p role="status">
        {copied === 'yes' && <span>{t`Copied. Open your browser and paste it there.`}</span>}
        {copied === 'no' && <span>{t`It could not be copied. Press and hold the address above.`}</span>}
      </p>
    </section>
  );
}
