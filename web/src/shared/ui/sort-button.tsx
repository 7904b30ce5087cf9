import { t } from '@lingui/core/macro';
import type { Direction } from '../sort';
import { Button } from './button';
import { SortDownIcon, SortUpIcon } from './icons';
import styles from './sort-button.module.css';

interface SortButtonProps {
  label: string;
  direction: Direction;
  onToggle: () => void;
}

/** Renders the current sort order as a button that reverses it. */
export function SortButton({ label, direction, onToggle }: SortButtonProps) {
  return (
    <Button look="secondary" className={styles.sort} onClick={onToggle}>
      {direction === 'descending' ? <SortDownIcon /> : <SortUpIcon />}
      {direction === 'descending' ? t`${label}: descending` : t`${label}: ascending`}
    </Button>
  );
}
