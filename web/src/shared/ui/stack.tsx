import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './stack.module.css';

/** Things under each other. */
export const Stack = ({ children, loose = false }: { children: ReactNode; loose?: boolean }) => (
  <div className={classNames(styles.stack, loose && styles.loose)}>{children}</div>
);

/** Buttons beside each other, wrapping on phones. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);
