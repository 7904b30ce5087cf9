import type { ReactNode } from 'react';
import type { Crop } from '@/shared/api/crops';
import styles from './crop-grid.module.css';

export const CropGrid = ({ crops, card }: { crops: readonly Crop[]; card: (crop: Crop) => ReactNode }) => (
  <ul className={styles.grid}>
    {crops.map((crop) => (
      <li key={crop.crop}>{card(crop)}</li>
    ))}
  </ul>
);
