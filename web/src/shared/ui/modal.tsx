import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names';
import styles from './modal.module.css';

interface ModalProps {
  /** Id of its heading. */
  labelledBy: string;
  className?: string | undefined;
  /** Called on Escape, or a phone's back gesture. */
  onCancel: () => void;
  children: ReactNode;
}

/** Renders a modal dialog. The native element traps the focus and restores it afterwards. */
export function Modal({ labelledBy, className, onCancel, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // Layout effects are cleaned up while the dialog is still in the document. Only then can it restore the
  // focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={classNames(styles.modal, className)}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      {children}
    </dialog>
  );
}

/** The buttons of a dialog. */
export const ModalActions = ({
  className,
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) => <div className={classNames(styles.actions, className)}>{children}</div>;
