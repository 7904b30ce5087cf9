import { t } from '@lingui/core/macro';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names';
import styles from './modal.module.css';

interface ModalProps {
  /** Id of its heading. */
  labelledBy: string;
  className?: string | undefined;
  /** Called on Escape, or a phone's back gesture. */
  onCancel: () => void;
  /** What was asked for is under way: nothing but its end closes the dialog. */
  busy?: boolean;
  children: ReactNode;
}

/** Renders a modal dialog. The native element traps the focus and restores it afterwards. */
export function Modal({ labelledBy, className, onCancel, busy = false, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = useRef(false);
  const cancel = () => {
    if (!busy) onCancel();
  };

  // Layout effects are cleaned up while the dialog is still in the document. Only then can it restore the
  // focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      element?.close();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={classNames(styles.modal, className)}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        event.preventDefault();
        cancel();
      }}
      onClose={() => {
        if (!isOpen.current) return;
        // Browsers close it on the second Escape, whatever the page wants.
        dialog.current?.showModal();
        cancel();
      }}
    >
      {children}
    </dialog>
  );
}

interface ModalActionsProps {
  className?: string | undefined;
  busy?: boolean;
  children: ReactNode;
}

/** The buttons of a dialog. While it is busy, a status says that the action cannot be cancelled. */
export const ModalActions = ({ className, busy = false, children }: ModalActionsProps) => (
  <>
    <p role="status" className={styles.underWay}>
      {busy && t`It is under way and cannot be called off now. Wait for the answer.`}
    </p>
    <div className={classNames(styles.actions, className)}>{children}</div>
  </>
);
