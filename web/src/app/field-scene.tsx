import { classNames } from '@/shared/ui/class-names';
import day from './field/day.avif';
import night from './field/night.avif';
import styles from './field-scene.module.css';

/** Renders the background picture of every page. The video is drawn over it. */
export const FieldScene = () => (
  <div className={classNames(styles.scene, 'screen-only')} aria-hidden="true">
    <picture>
      <source srcSet={night} media="(prefers-color-scheme: dark)" />
      <img src={day} alt="" className={styles.poster} />
    </picture>
  </div>
);
