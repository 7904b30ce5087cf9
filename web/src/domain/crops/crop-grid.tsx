import type { ReactNode } from 'react';
import type { Crop } from '@/shared/api/crops';
import styles from './crop-grid.module.css';

interface CropGridProps {
  crops: readonly Crop[];
  card: (crop: Crop) => ReactNode;
}

export const CropGrid = ({ crops, card }: CropGridProps) => (
  <ul className={styles.grid}>
    {crops.map((crop) => (
      <li key={crop.crop}>{card(crop)}</li>
    ))}
  </ul>
);
