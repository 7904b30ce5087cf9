import styles from './button.module.css';
import { classNames } from './class-names';

/** A file that the server hands out, behind what looks like a button. */
export function DownloadLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a href={href} download className={classNames(styles.button, styles.secondary)}>
      {children}
    </a>
  );
}
