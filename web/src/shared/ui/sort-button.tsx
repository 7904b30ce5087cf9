import { t } from '@lingui/core/macro';
import { startTransition, useId } from 'react';
import type { Direction } from '../sort';
import { Button } from './button';
import { classNames } from './class-names';
import { SortDownIcon, SortUpIcon } from './icons';
import styles from './sort-button.module.css';

interface SortButtonProps {
  label: string;
  direction: Direction;
  onToggle: () => void;
  /** Names the sort key, beside the button. */
  hint?: string;
}

export function SortButton({ label, direction, onToggle, hint }: SortButtonProps) {
  const id = useId();
  return (
    <div className={classNames(styles.sorting, 'screen-only')}>
      {hint && (
        <p id={id} className="soft">
          {hint}
        </p>
      )}
      <Button
        look="secondary"
        className={styles.sort}
        aria-describedby={hint ? id : undefined}
        // In slices, so that the press is seen at once on a slow phone.
        onClick={() => startTransition(onToggle)}
      >
        {direction === 'descending' ? <SortDownIcon /> : <SortUpIcon />}
        <span>{direction === 'descending' ? t`${label}: descending` : t`${label}: ascending`}</span>
      </Button>
    </div>
  );
}
