import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Button } from './button';
import { classNames } from './class-names';
import { AlertIcon } from './icons';
import styles from './message.module.css';

/** Renders an error message, announced at once. */
export const ErrorMessage = ({ id, children }: { id?: string; children: ReactNode }) => (
  <div role="alert" id={id} className={classNames(styles.message, styles.error)}>
    <AlertIcon />
    <div className={styles.body}>{children}</div>
  </div>
);

export function LoadError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className={styles.state}>
      <ErrorMessage>{message}</ErrorMessage>
      <Button look="secondary" onClick={onRetry}>
        {t`Try again`}
      </Button>
    </div>
  );
}

export const EmptyState = ({ message, children }: { message: string; children?: ReactNode }) => (
  <div className={styles.state}>
    <p>{message}</p>
    {children}
  </div>
);
