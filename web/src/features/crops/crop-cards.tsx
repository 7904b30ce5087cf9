import { Link } from 'wouter';
import { CardName, withSeams } from '@/domain/crops/card-name';
import { CropDrawing } from '@/domain/crops/crop-drawing';
import { CropGrid } from '@/domain/crops/crop-grid';
import type { Crop } from '@/shared/api/crops';
import { useLanguage } from '@/shared/i18n/language';
import { cropDetailPath } from '@/shared/paths';
import styles from './crop-cards.module.css';

export function CropCards({ crops }: { crops: readonly Crop[] }) {
  const language = useLanguage();
  return (
    <CropGrid
      crops={crops}
      card={(crop) => (
        <Link href={cropDetailPath(crop.crop)} className={styles.card}>
          <CropDrawing crop={crop.crop} size="card" />
          <span className={styles.name}>
            <CardName crop={crop} />
          </span>
          <span className={styles.local}>
            {language === 'en' ? (
              <>
                <span lang="ta">{withSeams(crop.tamil_name)}</span> <span lang="hi">{crop.hindi_name}</span>
              </>
            ) : (
              <span lang="en">{crop.display_name}</span>
            )}
          </span>
        </Link>
      )}
    />
  );
}
