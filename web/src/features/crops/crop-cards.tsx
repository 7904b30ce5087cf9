import { Link } from 'wouter';
import type { Crop } from '@/shared/api/crops';
import { CardName, withSeams } from '@/shared/crops/card-name';
import { CropDrawing } from '@/shared/crops/crop-drawing';
import { CropGrid } from '@/shared/crops/crop-grid';
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
