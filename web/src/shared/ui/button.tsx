import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './button.module.css';
import { classNames } from './class-names';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  wide?: boolean;
}

export const Button = ({
  look = 'primary',
  wide = false,
  type = 'button',
  className,
  ...rest
}: ButtonProps) => (
  <button
    type={type}
    className={classNames(styles.button, styles[look], wide && styles.wide, 'screen-only', className)}
    {...rest}
  />
);

interface ButtonLinkProps {
  href: string;
  look?: Look;
  wide?: boolean;
  state?: unknown;
  children: React.ReactNode;
}

export const ButtonLink = ({ href, look = 'primary', wide = false, state, children }: ButtonLinkProps) => (
  <Link
    href={href}
    state={state}
    className={classNames(styles.button, styles[look], wide && styles.wide, 'screen-only')}
  >
    {children}
  </Link>
);

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
