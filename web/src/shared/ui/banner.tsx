import type { ReactNode } from 'react';
import styles from './banner.module.css';

export const Banner = ({ message, children }: { message: string; children: ReactNode }) => (
  <div className={styles.banner}>
    <p>{message}</p>
    {children}
  </div>
);
