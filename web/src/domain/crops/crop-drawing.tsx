import { serverPaths } from '@/shared/paths';
import styles from './crop-drawing.module.css';

interface CropDrawingProps {
  /** Key of the crop. */
  crop: string;
  /** Width. The space is reserved while the picture loads. */
  size: 'row' | 'choice' | 'card' | 'title';
}

/** Renders the illustration of a crop. Decorative: the name is beside it. */
export const CropDrawing = ({ crop, size }: CropDrawingProps) => (
  <img
    src={serverPaths.drawing(crop)}
    alt=""
    width="96"
    height="96"
    loading="lazy"
    decoding="async"
    className={styles.drawing}
    data-size={size}
  />
);
