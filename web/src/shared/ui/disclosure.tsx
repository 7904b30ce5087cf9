import { type ReactNode, useId, useState } from 'react';
import { deviceText } from '../storage/kept-text';
import { classNames } from './class-names';
import styles from './disclosure.module.css';
import { ChevronIcon } from './screen-icons';

interface DisclosureProps {
  /** Text of the button. `aria-expanded` reports the state, so the text does not. */
  label: ReactNode;
  /** What the content is about, for screen readers, where several buttons have the same label. */
  about?: string;
  /** With a name, the open state is stored on this device. */
  keep?: string;
  /** 'line': as wide as its container, for a part of the screen. */
  look?: 'word' | 'line';
  /** The button is a heading of the third level. */
  isHeading?: boolean;
  /** Called when it opens. */
  children: () => ReactNode;
}

export function Disclosure({
  label,
  about,
  keep,
  look = 'word',
  isHeading = false,
  children,
}: DisclosureProps) {
  const [isOpen, setOpen] = useOpened(keep);
  const id = useId();
  const button = (
    <button
      type="button"
      className={classNames(styles.button, styles[look], !isOpen && look === 'word' && 'screen-only')}
      aria-expanded={isOpen}
      aria-controls={id}
      onClick={() => setOpen(!isOpen)}
    >
      {typeof label === 'string' ? <span>{label}</span> : label}
      {about && <span className="visually-hidden">{` ${about}`}</span>}
      <ChevronIcon />
    </button>
  );
  return (
    <>
      {isHeading ? <h3>{button}</h3> : button}
      <div id={id} className={styles.content} hidden={!isOpen}>
        {isOpen && children()}
      </div>
    </>
  );
}

/** The names of the open disclosures on this device, one per line. */
const kept = deviceText('opened');

const names = () => new Set((kept.get() ?? '').split('\n').filter(Boolean));

export const isOpened = (name: string) => names().has(name);

export function keepOpened(name: string, isOpen: boolean): void {
  const open = names();
  if (isOpen) open.add(name);
  else open.delete(name);
  kept.set(open.size > 0 ? [...open].join('\n') : null);
}

/** Whether something is open. With a name, it stays so on this device. */
function useOpened(name: string | undefined): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => name !== undefined && isOpened(name));
  const open = (next: boolean) => {
    setOpen(next);
    if (name !== undefined) keepOpened(name, next);
  };
  return [isOpen, open];
}
