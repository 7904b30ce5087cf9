import { t } from '@lingui/core/macro';
import { type FormHTMLAttributes, type ReactNode, useId } from 'react';
import { Button } from './button';
import styles from './confirm-dialog.module.css';
import { Modal, ModalActions } from './modal';

interface FormDialogProps {
  title: string;
  children: ReactNode;
  form: FormHTMLAttributes<HTMLFormElement>;
  save: string;
  /** While it saves, the button says so. */
  busy: boolean;
  onCancel: () => void;
}

export function FormDialog({ title, children, form, save, busy, onCancel }: FormDialogProps) {
  const id = useId();
  return (
    <Modal labelledBy={id} className={styles.question} busy={busy} onCancel={onCancel}>
      <form className={styles.content} {...form}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {children}
        <ModalActions className={styles.actions} busy={busy}>
          <Button look="secondary" disabled={busy} onClick={onCancel}>
            {t`Not now`}
          </Button>
          <Button type="submit" disabled={busy}>
            {busy ? t`Saving...` : save}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
