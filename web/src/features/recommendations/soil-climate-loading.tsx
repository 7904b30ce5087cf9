import { Loading } from '@/shared/ui/spinner';
import styles from './soil-climate-loading.module.css';

/** Skeleton, about as high as the card and the first rows. */
export function SoilClimateLoading() {
  return (
    <div className={styles.frame}>
      <div className={styles.card} />
      <Loading />
      <div className={styles.row} />
      <div className={styles.row} />
      <div className={styles.row} />
    </div>
  );
}
