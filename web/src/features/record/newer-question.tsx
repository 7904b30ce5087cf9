import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { Button } from '@/shared/ui/button';
import styles from '@/shared/ui/confirm-dialog.module.css';
import { Modal, ModalActions } from '@/shared/ui/modal';
import { RecordLines } from './record-lines';

/** What is saved now, and what the farmer wants to save, in words. */
export interface Versions {
  now: string;
  mine: string;
}

interface NewerQuestionProps {
  versions: Versions;
  onAnswer: (answer: 'mine' | 'newer' | 'back') => void;
}

/** Asks which of two versions shall stand. Escape leads back to the form, where everything typed still is. */
export function NewerQuestion({ versions: { now, mine }, onAnswer }: NewerQuestionProps) {
  const id = useId();
  return (
    <Modal labelledBy={id} className={styles.question} onCancel={() => onAnswer('back')}>
      <div className={styles.content}>
        <h2 id={id} className={styles.title}>
          {t`This was changed meanwhile`}
        </h2>
        <p>{t`It was changed in another tab or on another phone. Which one shall stand?`}</p>
        <RecordLines
          lines={[
            { label: t`Saved now`, value: now },
            { label: t`Yours`, value: mine },
          ]}
        />
        <ModalActions className={styles.actions}>
          <Button look="secondary" onClick={() => onAnswer('newer')}>
            {t`Take the newer one`}
          </Button>
          <Button onClick={() => onAnswer('mine')}>{t`Keep mine`}</Button>
        </ModalActions>
      </div>
    </Modal>
  );
}
