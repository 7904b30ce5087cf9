import type { ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names';

interface OutwardLinkProps {
  href: string;
  look?: 'primary' | 'secondary';
  wide?: boolean;
  /** The browser downloads the target. */
  download?: boolean;
  children: ReactNode;
}

export const OutwardLink = ({ href, look = 'primary', wide, download, children }: OutwardLinkProps) => (
  <a
    href={href}
    download={download}
    className={classNames(styles.button, styles[look], wide && styles.wide, 'screen-only')}
  >
    {children}
  </a>
);
