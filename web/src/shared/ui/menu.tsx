import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
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

/** A menu button, following the ARIA pattern: arrow keys, Home, End and Escape. A click outside closes it. */
export function Menu({ label, button, items }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const focusOnOpen = useRef<'first' | 'last'>('first');
  const id = useId();
  const [location] = useLocation();

  useEffect(() => {
    if (!open) return;
    const choices = choicesIn(root.current);
    choices.at(focusOnOpen.current === 'first' ? 0 : -1)?.focus();
    const closeOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);

  const show = (focus: 'first' | 'last') => {
    focusOnOpen.current = focus;
    setOpen(true);
  };

  const onTriggerKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    show(event.key === 'ArrowDown' ? 'first' : 'last');
  };

  const onListKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') {
      setOpen(false);
      return;
    }
    if (event.key === 'Escape') {
      setOpen(false);
      trigger.current?.focus();
      return;
    }
    const target = nextChoice(choicesIn(root.current), event.key);
    if (!target) return;
    event.preventDefault();
    target.focus();
  };

  return (
    <div ref={root} className={classNames(styles.menu, 'screen-only')}>
      <button
        ref={trigger}
        type="button"
        className={styles.button}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        onClick={() => (open ? setOpen(false) : show('first'))}
        onKeyDown={onTriggerKey}
      >
        {button}
      </button>
      {open && (
        <div
          id={id}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          className={styles.list}
          onKeyDown={onListKey}
        >
          {items.map((item) => {
            const shared = { role: 'menuitem', tabIndex: -1, className: styles.item } as const;
            const choose = () => {
              setOpen(false);
              item.onSelect?.();
            };
            return item.href ? (
              <Link
                key={item.id}
                href={item.href}
                {...shared}
                onClick={choose}
                aria-current={location === item.href ? 'page' : undefined}
              >
                {item.icon}
                {item.label}
              </Link>
            ) : (
              <button key={item.id} type="button" {...shared} onClick={choose}>
                {item.icon}
                {item.label}
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}

const choicesIn = (root: HTMLElement | null) => [
  ...(root?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
];

/** Wraps around at both ends. */
function nextChoice(choices: HTMLElement[], key: string): HTMLElement | undefined {
  const current = choices.indexOf(document.activeElement as HTMLElement);
  switch (key) {
    case 'ArrowDown':
      return choices[(current + 1) % choices.length];
    case 'ArrowUp':
      return choices.at(current <= 0 ? -1 : current - 1);
    case 'Home':
      return choices[0];
    case 'End':
      return choices.at(-1);
    default:
      return undefined;
  }
}
