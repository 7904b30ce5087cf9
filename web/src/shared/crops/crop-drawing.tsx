import styles from './crop-drawing.module.css';

const drawings: Readonly<Record<string, string>> = import.meta.glob('./drawings/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

interface CropDrawingProps {
  /** Key of the crop. */
  crop: string;
  /** Width. The space is reserved while the picture loads. */
  size: 'row' | 'choice' | 'card' | 'title';
}

/** Renders the illustration of a crop. Decorative: the name is beside it. */
export function CropDrawing({ crop, size }: CropDrawingProps) {
  return (
    <img
      src={drawings[`./drawings/${crop}.svg`]}
      alt=""
      width="96"
      height="96"
      loading="lazy"
      decoding="async"
      className={styles.drawing}
      data-size={size}
    />
  );
}
