import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names';
import styles from './modal.module.css';

interface ModalProps {
  /** The id of its heading. */
  labelledBy: string;
  className?: string | undefined;
  /** Escape, or what a phone has in its place. */
  onCancel: () => void;
  children: ReactNode;
}

/** What lies over the screen until it is answered. The native dialog keeps the focus inside and gives it back afterwards. */
export function Modal({ labelledBy, className, onCancel, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // A layout effect ends while the dialog is still in the page; only then can it give the focus back.
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

/** The buttons that answer it. */
export const ModalActions = ({
  className,
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) => <div className={classNames(styles.actions, className)}>{children}</div>;
