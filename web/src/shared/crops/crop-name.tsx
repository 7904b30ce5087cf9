import { lazyPart } from '../ui/lazy-part';
import styles from './crop-name.module.css';
import { cropName } from './crop-names';

const place = <span className={styles.place} />;

/** Lazy and decorative: after a failure, the space stays empty. */
const Picture = lazyPart(async () => (await import('./crop-picture')).CropPicture, {
  meanwhile: place,
  afterFailure: () => place,
});

/** Renders the name of a crop in a table, or another form of it, after its drawing and above its common name. */
export function CropName({ crop, name = cropName(crop) }: { crop: string; name?: string }) {
  return (
    <span className={styles.crop}>
      <Picture crop={crop} shown={name} />
      {name}
    </span>
  );
}
