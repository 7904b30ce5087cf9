import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { User } from '@/shared/api/shapes';
import { LANGUAGES, ownName, useLanguage, withFarmerMessages } from '@/shared/i18n/language';
import { paths, serverPaths } from '@/shared/paths';
import { Button, ButtonLink } from '@/shared/ui/button';
import { classNames } from '@/shared/ui/class-names';
import { GlobeIcon } from '@/shared/ui/icons';
import { lazyPart } from '@/shared/ui/lazy-part';
import { useNotices } from '@/shared/ui/notices';
import { FieldScene } from './field-scene';
import styles from './shell.module.css';

/** Guests do not need it, so it is in a chunk of its own. */
const ProfileMenu = lazyPart(
  async () => (await withFarmerMessages(() => import('./profile-menu'))).ProfileMenu,
  {
    afterFailure: ({ retry }) => <Button look="secondary" onClick={retry}>{t`Load the menu`}</Button>,
  },
);

/** In the chunk of the menu. It has no placeholder, because it usually shows nothing. */
const OfflineStatus = lazyPart(
  async () => (await withFarmerMessages(() => import('./profile-menu'))).OfflineStatus,
  { afterFailure: () => null },
);

export function Shell({ user, children }: { user: User | null; children: ReactNode }) {
  const [path] = useLocation();
  return (
    <>
      <a href="#main" className={classNames(styles.skip, 'screen-only')}>
        {t`Skip to content`}
      </a>
      <FieldScene />
      <div className={styles.page}>
        <header className={styles.header}>
          <div className={styles.bar}>
            <Link href={user ? paths.dashboard : paths.demand} className={styles.brand}>
              <img src={serverPaths.logo} alt={t`Logo`} width="40" height="40" />
              <span>Grow</span>
            </Link>
            <div className={classNames(styles.tools, 'screen-only')}>
              <LanguageChoice />
              {user ? (
                <ProfileMenu user={user} />
              ) : (
                path !== paths.login && (
                  <nav aria-label={t`Main menu`}>
                    <ButtonLink href={paths.login}>{t`Sign In`}</ButtonLink>
                  </nav>
                )
              )}
            </div>
          </div>
        </header>
        <main id="main" tabIndex={-1} className={styles.main}>
          {user && <OfflineStatus />}
          {children}
        </main>
        <footer className={classNames(styles.footer, 'screen-only')}>
          <ul>
            {user && (
              <li>
                <Link href={paths.advice}>{t`What to sow now`}</Link>
              </li>
            )}
            <li>
              <Link href={paths.demand}>{t`Total Demand`}</Link>
            </li>
            <li>
              <Link href={paths.slides}>{t`Presentation`}</Link>
            </li>
            <li className={styles.motion}>
              <MovingField />
            </li>
          </ul>
        </footer>
      </div>
    </>
  );
}

/** Decorative: after a failure, the picture stays. */
const FieldVideo = lazyPart(async () => (await import('./field-video')).FieldVideo, {
  afterFailure: () => null,
});

/** Loads the background video and its button when the page is loaded and idle. */
function MovingField() {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => whenIdle(() => setIsTime(true)), []);
  return isTime && <FieldVideo />;
}

/** Waits for the load event, then for an idle period. Safari has no `requestIdleCallback`. */
function whenIdle(then: () => void): () => void {
  const idle = () => (self.requestIdleCallback ?? setTimeout)(then);
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
  return () => removeEventListener('load', idle);
}

function LanguageChoice() {
  const language = useLanguage();
  const client = useQueryClient();
  const { fail } = useNotices();
  /** Shown while its messages load. */
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = chosen ?? language;

  const choose = async (wanted: string) => {
    setChosen(wanted);
    try {
      await (await import('./choose-language')).chooseLanguage(wanted, client);
    } catch (error) {
      console.error('A language could not be loaded', error);
      fail(t`Check your connection.`);
    } finally {
      setChosen(null);
    }
  };

  return (
    <div className={styles.language}>
      <GlobeIcon />
      <select
        aria-label={t`Language`}
        lang={shown}
        value={shown}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {ownName(one)}
          </option>
        ))}
      </select>
    </div>
  );
}
