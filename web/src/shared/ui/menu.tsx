import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { classNames } from './class-names';
import styles from './menu.module.css';

export interface MenuItem {
  id: string;
  label: string;
  icon: ReactNode;
  /** Either a link or an action. */
  href?: string;
  onSelect?: () => void;
}

interface MenuProps {
  label: string;
  button: ReactNode;
  items: readonly MenuItem[];
}

/** A button that shows a list of links. Escape, a click outside and leaving it with Tab close it. */
export function Menu({ label, button, items }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [location] = useLocation();

  useEffect(() => {
    if (!open) return;
    const closeOutside = (target: EventTarget | null) => {
      if (!root.current?.contains(target as Node)) setOpen(false);
    };
    const onPointer = (event: PointerEvent) => closeOutside(event.target);
    const onKey = ({ key }: KeyboardEvent) => {
      // When Tab has moved the focus.
      if (key === 'Tab') requestAnimationFrame(() => closeOutside(document.activeElement));
      if (key !== 'Escape') return;
      setOpen(false);
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    <div ref={root} className={classNames(styles.menu, 'screen-only')}>
      <button
        ref={trigger}
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className="visually-hidden">{label}</span>
        <span className={styles.shown} aria-hidden="true">
          {button}
        </span>
      </button>
      {open && (
        <ul id={id} className={styles.list}>
          {items.map((item) => {
            const choose = () => {
              setOpen(false);
              item.onSelect?.();
            };
            return (
              <li key={item.id}>
                {item.href ? (
                  <Link
                    href={item.href}
                    className={styles.item}
                    onClick={choose}
                    aria-current={location === item.href ? 'page' : undefined}
                  >
                    {item.icon}
                    <span>{item.label}</span>
                  </Link>
                ) : (
                  <button type="button" className={styles.item} onClick={choose}>
                    {item.icon}
                    <span>{item.label}</span>
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
