import { t } from '@lingui/core/macro';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asOf, isOld } from '@/domain/ready/as-of';
import { isSparing } from '@/domain/ready/sparing';
import { entriesQuery } from '@/outbox/queue/entries';
import { farmerOf } from '@/shared/api/query-client';
import { useLanguage } from '@/shared/i18n/language';
import { keepAnswers } from '@/shared/query/kept-answers';
import { answersOf } from '@/shared/storage/answers';
import { database } from '@/shared/storage/database';
import { deviceText, tabText } from '@/shared/storage/kept-text';
import { Banner } from '@/shared/ui/banner';
import { Button } from '@/shared/ui/button';
import { ClockIcon } from '@/shared/ui/icons';
import { useNotices } from '@/shared/ui/notices';
import styles from './offline-status.module.css';
import { canOpenOffline, keepApp, noteLanguage, switchToNewer } from './service-worker';
import { useStaleness } from './staleness';

/**
 * Keeps the app and the answers of its screens on the phone of a farmer. Shows a banner without a network, for a newer
 * version and for installing the app.
 */
export function OfflineStatus() {
  const language = useLanguage();
  const client = useQueryClient();
  useStorageProbe();
  useEffect(() => {
    const farmer = farmerOf(client);
    return farmer === null ? undefined : keepAnswers(client, answersOf(farmer));
  }, [client]);
  useEffect(() => {
    const farmer = farmerOf(client);
    return farmer === null ? undefined : makeReady(client, farmer, language);
  }, [client, language]);
  useEffect(() => {
    // Without the note, the app opens in English when there is no network.
    noteLanguage(language).catch((error: unknown) => console.warn('The language is not noted', error));
  }, [language]);
  return (
    <>
      <NoNetwork />
      <Newer />
      <Invitation />
    </>
  );
}

/** The screen itself comes first, ms. */
const READY_AFTER_MS = 4_000;

/** Reads ahead what the screens need, where they can open without a network. Returns a function that ends it. */
function makeReady(client: QueryClient, farmer: string, language: string): () => void {
  if (!canOpenOffline()) return () => {};
  let end = () => {};
  let isOver = false;
  const begin = () =>
    import('@/domain/ready/load-ahead')
      .then(({ loadAhead }) => {
        if (isOver) return;
        end = loadAhead({ client, answers: answersOf(farmer), language, isSparing: isSparing() });
      })
      .catch((error: unknown) => console.warn('The screens are made ready another time', error));
  const timer = setTimeout(begin, READY_AFTER_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
    end();
  };
}

/** The region is always there, because screen readers announce changes only. */
function NoNetwork() {
  const { since, isSlow, isUnknown, refetchFailed } = useStaleness();
  const now = Date.now();
  const old = since !== null && isOld(since, now);
  return (
    <div role="status" className={styles.region}>
      {(since !== null || isUnknown) && (
        <div className={styles.noNetwork} data-old={old}>
          <div className={styles.told}>
            <ClockIcon />
            <div>
              <p className={styles.title}>{isSlow ? t`No answer yet` : t`No network`}</p>
              {since !== null && <p>{asOf(since, now)}</p>}
            </div>
            {/* A part without data has its own button. */}
            {since !== null && <Button look="secondary" onClick={refetchFailed}>{t`Try again`}</Button>}
          </div>
          {old && <p>{t`The figures are old: need, prices and advice may have changed since then.`}</p>}
          {isUnknown && (
            <p>
              {t`This was not opened on this phone before. Open it once with a network, then it opens without one.`}
            </p>
          )}
          <p>{t`What you save is kept on this phone and sent later.`}</p>
        </div>
      )}
    </div>
  );
}

/** Offers a newer version. It is never used before the farmer says so: a form may be half filled in. */
function Newer() {
  const client = useQueryClient();
  const [isHere, setIsHere] = useState(false);
  useEffect(() => {
    const unsaved = followUnsaved();
    const isBusy = () => unsaved.isThere() || client.isMutating() > 0;
    const stop = keepApp(isBusy, () => setIsHere(true));
    return () => {
      stop();
      unsaved.stop();
    };
  }, [client]);
  if (!isHere) return null;
  return (
    <Banner message={t`A newer Grow is here.`}>
      <Button onClick={switchToNewer}>{t`Use it now`}</Button>
    </Banner>
  );
}

const invited = deviceText('invited');

/** Invites to install the app, once, after the first sowing. */
function Invitation() {
  const [installing, setInstalling] = useState<Installing | null>(null);
  const isOffered = installing !== null && !invited.get();
  const { data: entries } = useQuery({ ...entriesQuery, enabled: isOffered });
  const hasSown = entries?.some(({ write, state }) => write.kind === 'sow' && state.name === 'answered');
  useEffect(() => whenInstallable(setInstalling), []);
  if (!isOffered || !hasSown) return null;
  const close = () => {
    invited.set('yes');
    setInstalling(null);
  };
  return (
    <Banner message={t`Grow can be on your home screen, and opens there without a network, too.`}>
      <div className={styles.answers}>
        <Button onClick={() => installing.prompt().finally(close)}>{t`Put it there`}</Button>
        <Button look="secondary" onClick={close}>{t`Not now`}</Button>
      </div>
    </Banner>
  );
}

const toldOnlineOnly = tabText('told-online-only');

/** Tells once where the browser keeps nothing, such as in a private window. */
function useStorageProbe(): void {
  const { fail } = useNotices();
  useEffect(() => {
    if (toldOnlineOnly.get()) return;
    database().catch(() => {
      toldOnlineOnly.set('yes');
      fail(
        t`Online only here: this browser does not keep the screens of Grow, so that they open only with a network.`,
      );
    });
  }, [fail]);
}

/** The browser's offer to put the app on the home screen. Only some browsers have it. */
interface Installing {
  /** Asks the farmer in the browser's own words. */
  prompt: () => Promise<unknown>;
}

/** Calls back when the app can be installed. The browser then does not ask by itself. Returns what ends the watch. */
function whenInstallable(offer: (installing: Installing) => void): () => void {
  const take = (event: Event) => {
    event.preventDefault();
    offer(event as Event & Installing);
  };
  addEventListener('beforeinstallprompt', take);
  // It may have come before this chunk: `build/first-script.js`.
  const { growInstalling } = window as { growInstalling?: Event };
  if (growInstalling) take(growInstalling);
  return () => removeEventListener('beforeinstallprompt', take);
}

/** Follows whether the screen holds what was typed and not saved, as far as a form that stays open tells. */
function followUnsaved(): { isThere: () => boolean; stop: () => void } {
  let typedOn: string | undefined;
  const type = ({ target }: Event) => {
    if (target instanceof Element && target.closest('form')) typedOn = location.pathname;
  };
  addEventListener('input', type);
  return {
    isThere: () => typedOn === location.pathname || document.querySelector('dialog[open]') !== null,
    stop: () => removeEventListener('input', type),
  };
}
