import { lazyPart } from '../ui/lazy-part';
import styles from './crop-name.module.css';

const place = <span className={styles.place} />;

/** Lazy and decorative: after a failure, the space stays empty. */
const Drawing = lazyPart(async () => (await import('./crop-drawing')).CropDrawing, {
  meanwhile: place,
  afterFailure: () => place,
});

/** Renders the name of a crop in a table, after its drawing. */
export function CropName({ crop, name }: { crop: string; name: string }) {
  return (
    <span className={styles.crop}>
      <Drawing crop={crop} size="row" />
      {name}
    </span>
  );
}
