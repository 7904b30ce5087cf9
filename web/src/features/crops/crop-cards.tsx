import { Link } from 'wouter';
import type { Crop } from '@/shared/api/shapes';
import { cropDetailPath } from '@/shared/paths';
import styles from './crop-cards.module.css';

export function CropCards({ crops }: { crops: readonly Crop[] }) {
  return (
    <ul className={styles.grid}>
      {crops.map((crop) => (
        <li key={crop.crop}>
          <Link href={cropDetailPath(crop.crop)} className={styles.card}>
            <span className={styles.emoji} aria-hidden="true">
              {crop.emoji}
            </span>
            {crop.display_name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
