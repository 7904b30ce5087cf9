import { t } from '@lingui/core/macro';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { carriedNotice, carryNotice, dropCarriedNotice, SHOWN_MS } from './carried-notice';
import { classNames } from './class-names';
import { AlertIcon, CheckIcon, CloseIcon } from './icons';
import styles from './notices.module.css';

interface Notices {
  /** Shows a success message on this screen for a while, with an optional detail below it. */
  succeed: (sentence: string, detail?: string) => void;
  /** Shows a success message on the screen that `leave` opens. */
  succeedAndLeave: (leave: () => void, sentence: string, detail?: string) => void;
  /** Shows an error that belongs to no part of the screen. */
  fail: (sentence: string) => void;
  /** Removes the current notice, for example when the user changes. */
  dismiss: () => void;
  /** Announces a sentence politely without showing it. */
  announce: (sentence: string) => void;
}

interface Notice {
  id: number;
  sentence: string;
  detail?: string | undefined;
  failed: boolean;
}

const NoticesContext = createContext<Notices>({
  succeed: () => {},
  succeedAndLeave: (leave) => leave(),
  fail: () => {},
  dismiss: () => {},
  announce: () => {},
});

export const useNotices = () => use(NoticesContext);

export function NoticesProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Notice | null>(null);
  const [spoken, setSpoken] = useState('');
  const count = useRef(0);
  const screen = useRef('');
  /** True if the current notice stays visible on the next screen. It closes with the screen after that. */
  const isLeaving = useRef(false);

  const close = useCallback(() => {
    dropCarriedNotice();
    setNotice(null);
  }, []);
  const show = useCallback((shown: Omit<Notice, 'id'>) => {
    count.current += 1;
    isLeaving.current = false;
    setNotice({ id: count.current, ...shown });
  }, []);
  const notices = useMemo<Notices>(
    () => ({
      succeed: (sentence, detail) => show({ sentence, detail, failed: false }),
      succeedAndLeave: (leave, sentence, detail) => {
        carryNotice(sentence, detail);
        show({ sentence, detail, failed: false });
        isLeaving.current = true;
        leave();
      },
      fail: (sentence) => show({ sentence, failed: true }),
      dismiss: close,
      announce: setSpoken,
    }),
    [show, close],
  );

  useEffect(() => {
    const showCarried = () => {
      const [sentence, detail] = carriedNotice() ?? [];
      if (!sentence) return;
      show({ sentence, detail, failed: false });
    };
    // A page restored from the back/forward cache does not mount again.
    const showAgain = (event: PageTransitionEvent) => event.persisted && showCarried();
    showCarried();
    addEventListener('pageshow', showAgain);
    return () => removeEventListener('pageshow', showAgain);
  }, [show]);

  useEffect(() => {
    const leave = () => {
      const isOther = screen.current !== location.pathname;
      if (isOther && !isLeaving.current) close();
      follow();
    };
    // A redirect leads to the screen that was meant.
    const follow = () => {
      screen.current = location.pathname;
      isLeaving.current = false;
    };
    const listeners = { pushState: leave, popstate: leave, replaceState: follow };
    screen.current = location.pathname;
    for (const [kind, listener] of Object.entries(listeners)) addEventListener(kind, listener);
    return () => {
      for (const [kind, listener] of Object.entries(listeners)) removeEventListener(kind, listener);
    };
  }, [close]);

  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(close, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice, close]);

  return (
    <NoticesContext value={notices}>
      {children}
      <div role={notice?.failed ? 'alert' : 'status'} className={classNames(styles.region, 'screen-only')}>
        {notice && (
          <div key={notice.id} className={styles.notice} data-failed={notice.failed}>
            {notice.failed ? <AlertIcon /> : <CheckIcon />}
            <div>
              <p>{notice.sentence}</p>
              {notice.detail && <p className={styles.detail}>{notice.detail}</p>}
            </div>
            <button type="button" className={styles.close} onClick={close} aria-label={t`Close message`}>
              <CloseIcon />
            </button>
          </div>
        )}
      </div>
      <div aria-live="polite" className="visually-hidden">
        {spoken}
      </div>
    </NoticesContext>
  );
}
