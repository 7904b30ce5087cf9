import { type ReactNode, useId } from 'react';
import { Button } from './button';
import styles from './confirm-dialog.module.css';
import { Modal, ModalActions } from './modal';

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  confirm: string;
  cancel: string;
  busy: boolean;
  /** False where nothing is deleted. */
  isDangerous?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** Called on Escape where that is no answer. */
  onEscape?: () => void;
}

/** Asks for confirmation, usually before something is deleted. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  cancel,
  busy,
  isDangerous = true,
  onConfirm,
  onCancel,
  onEscape = onCancel,
}: ConfirmDialogProps) {
  const id = useId();
  return (
    <Modal labelledBy={id} className={styles.question} onCancel={onEscape}>
      <div className={styles.content}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {children}
        <ModalActions className={styles.actions}>
          <Button look="secondary" onClick={onCancel}>
            {cancel}
          </Button>
          <Button look={isDangerous ? 'danger' : 'primary'} disabled={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </ModalActions>
      </div>
    </Modal>
  );
}
