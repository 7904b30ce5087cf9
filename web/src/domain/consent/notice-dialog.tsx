import { t } from '@lingui/core/macro';
import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useLocation } from 'wouter';
import { done } from '@/shared/api/client';
import { ApiError, isPassing } from '@/shared/api/problem';
import { endOf, useApi } from '@/shared/api/query-client';
import { formProblem } from '@/shared/forms/form-problems';
import { dialling, phoneNumber } from '@/shared/forms/phone-number';
import { useLanguage } from '@/shared/i18n/language';
import { inBackground } from '@/shared/in-background';
import { Loaded } from '@/shared/query/loaded';
import { useWrite } from '@/shared/query/use-write';
import { Button } from '@/shared/ui/button';
import { Disclosure } from '@/shared/ui/disclosure';
import { ErrorMessage } from '@/shared/ui/message';
import { Modal, ModalActions } from '@/shared/ui/modal';
import styles from './notice-dialog.module.css';
import { agreeTo, noticeKey, noticeQuery, type PrivacyNotice } from './queries';

interface NoticeDialogProps {
  /** Called when the consent is recorded. Without it, the dialog is read-only. */
  onAgreed?: () => void;
  onClose: () => void;
  /** Called instead when it is not known whether the consent is recorded. */
  onUnsure?: () => void;
}

export function NoticeDialog({ onAgreed, onClose, onUnsure = onClose }: NoticeDialogProps) {
  const query = useQuery(noticeQuery(useLanguage()));
  const notice = query.data;
  const client = useQueryClient();
  const api = useApi();
  const id = useId();
  const agree = useWrite({
    mutationFn: (read: PrivacyNotice) => agreeTo(api, read),
    onSuccess: () => onAgreed?.(),
    // A new version of the notice was published meanwhile.
    onError: (failure) => {
      if (failure instanceof ApiError && failure.type === 'notice-outdated')
        inBackground(client.invalidateQueries({ queryKey: noticeKey }), 'The newer notice is not read');
    },
  });

  /** An answer that was lost may have been a yes, which 'Not now' then takes back. */
  const mayHaveAgreed = isPassing(agree.error);
  const disagree = useWrite({ mutationFn: () => done(api.DELETE('/api/v1/me/consent')), onSuccess: onClose });
  const busy = agree.isPending || disagree.isPending;
  const leave = mayHaveAgreed ? onUnsure : onClose;
  const notNow = () => (mayHaveAgreed && !disagree.error ? disagree.mutate() : leave());

  // It is in a root of its own, which Back would leave over another screen.
  const [path] = useLocation();
  const [askedOn] = useState(path);
  const isLeft = path !== askedOn && !busy;
  useEffect(() => {
    if (isLeft) leave();
  }, [isLeft, leave]);

  return (
    <Modal labelledBy={id} className={styles.notice} busy={busy} onCancel={notNow}>
      <div className={styles.content}>
        <h2 id={id} className={styles.title} tabIndex={-1} lang={notice?.language}>
          {notice?.title ?? t`What Grow keeps about you, and why`}
        </h2>
        {/* Focusable, because a scrollable text without focusable content needs it for keyboard
            scrolling. */}
        <section className={styles.text} aria-labelledby={id} tabIndex={notice ? 0 : undefined}>
          <Loaded query={query}>
            {(read) => (
              <div lang={read.language} className={styles.parts}>
                {read.in_short.map((sentence) => (
                  <p key={sentence}>{sentence}</p>
                ))}
                <Disclosure label={t`Read it all`}>{() => <Notice notice={read} />}</Disclosure>
              </div>
            )}
          </Loaded>
        </section>
        {disagree.error ? (
          <ErrorMessage>
            {t`It is not known whether your yes has arrived. Your profile tells it once there is a network, and takes it back.`}
          </ErrorMessage>
        ) : (
          agree.error && <ErrorMessage>{formProblem(agree.error)}</ErrorMessage>
        )}
        <ModalActions className={styles.actions} busy={busy}>
          <Button look="secondary" disabled={busy} onClick={notNow}>
            {onAgreed ? t`Not now` : t`Close`}
          </Button>
          {onAgreed && (
            <Button disabled={!notice || busy} onClick={() => notice && agree.mutate(notice)}>
              {agree.isPending ? t`Saving...` : t`I agree`}
            </Button>
          )}
        </ModalActions>
      </div>
    </Modal>
  );
}

function Notice({ notice }: { notice: PrivacyNotice }) {
  const { version } = notice;
  return (
    <div className={styles.parts}>
      {notice.introduction.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <h3>{t`What is kept`}</h3>
      <ul className={styles.items}>
        {notice.items.map(({ what, why, how_long: howLong }) => (
          <li key={what}>
            <strong>{what}</strong>
            <p>{why}</p>
            <p className={styles.end}>{howLong}</p>
          </li>
        ))}
      </ul>
      <h3>{t`What you may do`}</h3>
      <ul className={styles.items}>
        {notice.rights.map(({ name, how }) => (
          <li key={name}>
            <strong>{name}</strong>
            <p>{how}</p>
          </li>
        ))}
        <li>
          <strong>{t`Take your agreement back`}</strong>
          <p>{notice.withdrawal}</p>
        </li>
        <li>
          <strong>{t`Complain`}</strong>
          <p>{notice.complaint}</p>
          <Contact contact={notice.grievance_contact} />
        </li>
      </ul>
      <p className={styles.end}>{t`Version ${version} of this notice`}</p>
    </div>
  );
}

function Contact({ contact }: { contact: string | null }) {
  if (!contact) return <p>{t`No contact is named: this server is for trying Grow out on one computer.`}</p>;
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(contact);
  if (isAddress) return <a href={`mailto:${contact}`}>{contact}</a>;
  if (/^https:\/\/\S+$/.test(contact)) return <a href={contact}>{contact}</a>;
  const number = phoneNumber(contact);
  if (number) return <a href={dialling(number)}>{contact}</a>;
  return <p>{contact}</p>;
}

/** The dialogs that are open, by who is asked. */
const asked = new WeakMap<QueryClient, Promise<boolean | null>>();

/**
 * Shows the privacy notice over the current screen and returns whether the farmer agreed; null if that is not known.
 * Concurrent calls share one dialog. Rejects when the farmer signs out.
 */
export function ask(client: QueryClient): Promise<boolean | null> {
  const answer = asked.get(client) ?? show(client).finally(() => asked.delete(client));
  asked.set(client, answer);
  return answer;
}

/** Renders into a root of its own, because the pending write belongs to no component. */
async function show(client: QueryClient): Promise<boolean | null> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const end = endOf(client);
  try {
    return await new Promise<boolean | null>((answer, fail) => {
      end.addEventListener('abort', () => fail(end.reason), { once: true });
      root.render(
        <QueryClientProvider client={client}>
          <NoticeDialog
            onAgreed={() => answer(true)}
            onClose={() => answer(false)}
            onUnsure={() => answer(null)}
          />
        </QueryClientProvider>,
      );
    });
  } finally {
    root.unmount();
    place.remove();
  }
}
