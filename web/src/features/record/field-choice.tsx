import { t } from '@lingui/core/macro';
import { type ReactNode, useId, useRef } from 'react';
import { keptNotice } from '@/outbox/send/use-send';
import { Button } from '@/shared/ui/button';
import { CheckIcon } from '@/shared/ui/icons';
import { ErrorMessage } from '@/shared/ui/message';
import styles from './field-choice.module.css';
import type { AnswerState } from './use-save-answer';

interface FieldChoiceProps<Key extends string> {
  question: string;
  answers: readonly { key: Key; label: string; picture: ReactNode }[];
  /** Whether 'Not said' is an answer. */
  mayBeUnsaid: boolean;
  state: AnswerState<Key | null>;
}

/** A question about the farmer's field with a picture for each answer. One tap saves. */
export function FieldChoice<Key extends string>({
  question,
  answers,
  mayBeUnsaid,
  state,
}: FieldChoiceProps<Key>) {
  const name = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const notSaid = { key: null, label: t`Not said`, picture: null };
  const all: readonly { key: Key | null; label: string; picture: ReactNode }[] = mayBeUnsaid
    ? [...answers, notSaid]
    : answers;
  const { answer, choose, progress, failed } = state;
  const label = all.find(({ key }) => key === failed?.answer)?.label ?? '';
  const tryAgain = (answer: Key | null) => {
    choose(answer);
    // The button is removed, so move the focus.
    group.current?.querySelector<HTMLInputElement>(`input[value="${answer ?? ''}"]`)?.focus();
  };
  return (
    <fieldset ref={group} className={styles.question}>
      <legend className={styles.legend}>{question}</legend>
      <div className={styles.answers}>
        {all.map(({ key, label, picture }) => (
          <label key={key} className={styles.answer}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={key ?? ''}
              checked={key === answer}
              onChange={() => choose(key)}
            />
            <span className={styles.card}>
              {picture}
              <span>{label}</span>
              {key === answer && (
                <span className={styles.tick}>
                  <CheckIcon />
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      <p className={styles.progress} role="status">
        {progress === 'saving' && <span>{t`Saving...`}</span>}
        {progress === 'saved' && <span>{t`Saved.`}</span>}
        {progress === 'kept' && <span>{keptNotice()}</span>}
      </p>
      {state.question}
      {failed && (
        <>
          <ErrorMessage>{notSaved(label, failed.reason)}</ErrorMessage>
          <Button look="secondary" onClick={() => tryAgain(failed.answer)}>
            {t`Try again`}
          </Button>
        </>
      )}
    </fieldset>
  );
}

const notSaved = (name: string, reason: string) => t`${name} could not be saved. ${reason}`;
