import { t } from '@lingui/core/macro';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { carriedNotice, carryNotice, dropCarriedNotice, SHOWN_MS } from './carried-notice';
import { classNames } from './class-names';
import { AlertIcon, CheckIcon, CloseIcon } from './icons';
import styles from './notices.module.css';
import { focusTitle } from './page-title';

interface Notices {
  /** Shows a success message on this screen for a while, with an optional detail or button below it. */
  succeed: (sentence: string, detail?: ReactNode) => void;
  /** Shows a success that nobody waits for: below the message that is on the screen, or alone. */
  succeedBeside: (sentence: string) => void;
  /** Shows a success message on the screen that `leave` opens. */
  succeedAndLeave: (leave: () => void, sentence: string, detail?: string) => void;
  /** Shows an error that belongs to no part of the screen, until the farmer closes it or another one comes. */
  fail: (sentence: string) => void;
  /** Removes all notices, for example when the user changes. */
  dismiss: () => void;
  /** Announces a sentence politely without showing it. */
  announce: (sentence: string) => void;
}

interface Notice {
  /** Its key: a sentence that comes again is a new element, so that screen readers say it again. */
  id: number;
  sentence: string;
  detail?: ReactNode;
}

interface Held {
  pointer: boolean;
  focus: boolean;
}
const FREE: Held = { pointer: false, focus: false };

const NoticesContext = createContext<Notices>({
  succeed: () => {},
  succeedBeside: () => {},
  succeedAndLeave: (leave) => leave(),
  fail: () => {},
  dismiss: () => {},
  announce: () => {},
});

export const useNotices = () => use(NoticesContext);

export function NoticesProvider({ children }: { children: ReactNode }) {
  const [success, setSuccess] = useState<Notice | null>(null);
  const [failure, setFailure] = useState<Notice | null>(null);
  const [spoken, setSpoken] = useState<Notice | null>(null);
  const count = useRef(0);
  const screen = useRef('');
  /** True if the success stays visible on the next screen. It closes with the screen after that. */
  const isLeaving = useRef(false);

  /** What holds the success: the pointer or the focus is on it. */
  const [held, setHeld] = useState<Held>(FREE);
  const isHeld = held.pointer || held.focus;

  const close = useCallback(() => {
    dropCarriedNotice();
    setSuccess(null);
    setHeld(FREE);
  }, []);
  const hold = (by: keyof Held, isOn: boolean) => setHeld((before) => ({ ...before, [by]: isOn }));
  const notices = useMemo<Notices>(() => {
    const next = (sentence: string, detail?: ReactNode) => ({ id: ++count.current, sentence, detail });
    const succeed = (sentence: string, detail?: ReactNode) => {
      isLeaving.current = false;
      setSuccess(next(sentence, detail));
    };
    return {
      succeed,
      succeedBeside: (sentence) => {
        const alone = next(sentence);
        setSuccess((shown) => (shown && !shown.detail ? { ...shown, detail: sentence } : alone));
      },
      succeedAndLeave: (leave, sentence, detail) => {
        carryNotice(sentence, detail);
        succeed(sentence, detail);
        isLeaving.current = true;
        leave();
      },
      fail: (sentence) => setFailure(next(sentence)),
      dismiss: () => {
        close();
        setFailure(null);
      },
      announce: (sentence) => setSpoken(next(sentence)),
    };
  }, [close]);
  const { succeed } = notices;

  useEffect(() => {
    const showCarried = () => {
      const [sentence, detail] = carriedNotice() ?? [];
      if (!sentence) return;
      succeed(sentence, detail);
    };
    // A page restored from the back/forward cache does not mount again.
    const showAgain = (event: PageTransitionEvent) => event.persisted && showCarried();
    showCarried();
    addEventListener('pageshow', showAgain);
    return () => removeEventListener('pageshow', showAgain);
  }, [succeed]);

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
    if (!success || isHeld) return;
    const timer = setTimeout(close, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [success, isHeld, close]);

  return (
    <NoticesContext value={notices}>
      {children}
      <div className={classNames(styles.notices, 'screen-only')}>
        {failure && (
          // An alert is said when it comes. A status is said only if its region was there before.
          <div key={failure.id} role="alert">
            <Shown notice={failure} failed onClose={() => leaveFocus(() => setFailure(null))} />
          </div>
        )}
        <div
          role="status"
          onPointerEnter={() => hold('pointer', true)}
          onPointerLeave={() => hold('pointer', false)}
          onFocus={() => hold('focus', true)}
          onBlur={() => hold('focus', false)}
        >
          {success && <Shown key={success.id} notice={success} onClose={() => leaveFocus(close)} />}
        </div>
      </div>
      <div aria-live="polite" className="visually-hidden">
        {spoken && <p key={spoken.id}>{spoken.sentence}</p>}
      </div>
    </NoticesContext>
  );
}

/** Closes a notice and moves the focus from its button to the title. */
function leaveFocus(close: () => void): void {
  close();
  focusTitle();
}

interface ShownProps {
  notice: Notice;
  failed?: boolean;
  onClose: () => void;
}

const Shown = ({ notice: { sentence, detail }, failed, onClose }: ShownProps) => (
  <div className={styles.notice} data-failed={failed}>
    {failed ? <AlertIcon /> : <CheckIcon />}
    <div>
      <p>{sentence}</p>
      {detail && <p className={styles.detail}>{detail}</p>}
    </div>
    <button type="button" className={styles.close} onClick={onClose} aria-label={t`Close message`}>
      <CloseIcon />
    </button>
  </div>
);
