import { CommonName } from './common-name';
import { CropDrawing } from './crop-drawing';
import styles from './crop-name.module.css';
import { cropName } from './crop-names';

export const CropName = ({ crop, name = cropName(crop) }: { crop: string; name?: string }) => (
  <span className={styles.crop}>
    <CropDrawing crop={crop} size="row" />
    <span className={styles.below}>
      <CommonName crop={crop} shown={name} />
    </span>
    <span>{name}</span>
  </span>
);
