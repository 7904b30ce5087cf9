import styles from './crop-drawing.module.css';

const drawings: Readonly<Record<string, string>> = import.meta.glob('./drawings/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

interface CropDrawingProps {
  /** The crop's key. */
  crop: string;
  /** As wide as this; the place is kept while the picture is on its way. */
  size: 'row' | 'choice' | 'card' | 'title';
}

/** The drawn illustration of a crop. It decorates a name that stands beside it. */
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
