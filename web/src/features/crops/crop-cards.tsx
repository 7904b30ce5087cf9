import { Fragment } from 'react';
import { Link } from 'wouter';
import type { Crop } from '@/shared/api/crops';
import { CropDrawing } from '@/shared/crops/crop-drawing';
import { CropGrid } from '@/shared/crops/crop-grid';
import { displayName } from '@/shared/crops/display-names';
import { useLanguage } from '@/shared/i18n/language';
import { cropDetailPath } from '@/shared/paths';
import styles from './crop-cards.module.css';

/** Word boundaries in Tamil compound names: before 'gram' and before 'tuber'. */
const SEAM = /(?=கடலை$|கிழங்கு$)/;

/** Marks word boundaries, so that long names do not break within a syllable. */
const withSeams = (name: string) =>
  name.split(SEAM).map((word, index) => (
    <Fragment key={word}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));

export function CropCards({ crops }: { crops: readonly Crop[] }) {
  const language = useLanguage();
  return (
    <CropGrid
      crops={crops}
      card={(crop) => (
        <Link href={cropDetailPath(crop.crop)} className={styles.card}>
          <CropDrawing crop={crop.crop} size="card" />
          <span className={styles.name}>
            <span aria-hidden="true">{crop.emoji}</span> {displayName(crop.crop)}
          </span>
          <span className={styles.local}>
            {language !== 'ta' && <span lang="ta">{withSeams(crop.tamil_name)}</span>}{' '}
            {language !== 'hi' && <span lang="hi">{crop.hindi_name}</span>}
          </span>
        </Link>
      )}
    />
  );
}
