import type { ReactNode } from 'react';
import styles from './banner.module.css';

export function Banner({ message, children }: { message: string; children: ReactNode }) {
  return (
    <div className={styles.banner}>
      <p>{message}</p>
      {children}
    </div>
  );
}
