import { lazyPart } from '../ui/lazy-part';
import styles from './crop-name.module.css';

const place = <span className={styles.place} />;

/** The drawings come after the figures, and decorate them: without one, its place is left empty. */
const Drawing = lazyPart(async () => (await import('./crop-drawing')).CropDrawing, {
  meanwhile: place,
  afterFailure: () => place,
});

/** The name of a crop in a table, with its drawing before it. */
export function CropName({ crop, name }: { crop: string; name: string }) {
  return (
    <span className={styles.crop}>
      <Drawing crop={crop} size="row" />
      {name}
    </span>
  );
}
