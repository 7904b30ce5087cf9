import { type ReactNode, useId } from 'react';
import { Button } from './button';
import styles from './confirm-dialog.module.css';
import { Modal, ModalActions } from './modal';

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  confirm: string;
  cancel: string;
  /** What is confirmed is under way. */
  busy: boolean;
  /** Something has to be entered first. */
  isIncomplete?: boolean;
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
  isIncomplete = false,
  isDangerous = true,
  onConfirm,
  onCancel,
  onEscape = onCancel,
}: ConfirmDialogProps) {
  const id = useId();
  return (
    <Modal labelledBy={id} className={styles.question} busy={busy} onCancel={onEscape}>
      <div className={styles.content}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {children}
        <ModalActions className={styles.actions} busy={busy}>
          <Button look="secondary" disabled={busy} onClick={onCancel}>
            {cancel}
          </Button>
          <Button
            look={isDangerous ? 'danger' : 'primary'}
            disabled={busy || isIncomplete}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </ModalActions>
      </div>
    </Modal>
  );
}
