import { CommonName } from './common-name';
import { CropDrawing } from './crop-drawing';
import styles from './crop-picture.module.css';

/** Renders the drawing of a crop beside its name in a table, and its common name below. */
export const CropPicture = ({ crop, shown }: { crop: string; shown: string }) => (
  <>
    <CropDrawing crop={crop} size="row" />
    <span className={styles.below}>
      <CommonName crop={crop} shown={shown} />
    </span>
  </>
);
