import { lazyPart } from '../ui/lazy-part';
import styles from './crop-name.module.css';
import { cropName } from './crop-names';

const place = <span className={styles.place} />;

/** Lazy and decorative: after a failure, the space stays empty. */
const Drawing = lazyPart(async () => (await import('./crop-drawing')).CropDrawing, {
  meanwhile: place,
  afterFailure: () => place,
});

/** Renders the name of a crop in a table, or another form of it, after its drawing. */
export function CropName({ crop, name = cropName(crop) }: { crop: string; name?: string }) {
  return (
    <span className={styles.crop}>
      <Drawing crop={crop} size="row" />
      {name}
    </span>
  );
}
