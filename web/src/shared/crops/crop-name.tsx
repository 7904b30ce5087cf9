import { lazy, Suspense } from 'react';
import styles from './crop-name.module.css';

/** The drawings come after the figures. */
const Drawing = lazy(async () => ({ default: (await import('./crop-drawing')).CropDrawing }));

/** The name of a crop in a table, with its drawing before it. */
export function CropName({ crop, name }: { crop: string; name: string }) {
  return (
    <span className={styles.crop}>
      <Suspense fallback={<span className={styles.place} />}>
        <Drawing crop={crop} size="row" />
      </Suspense>
      {name}
    </span>
  );
}
