import { useState } from 'react';
import { deviceText } from './kept-text';

/** The names of what stands open on this device, one in each line. */
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
export function useOpened(name: string | undefined): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => name !== undefined && isOpened(name));
  const open = (next: boolean) => {
    setOpen(next);
    if (name !== undefined) keepOpened(name, next);
  };
  return [isOpen, open];
}
