import { t } from '@lingui/core/macro';
import { CardName } from '@/domain/crops/card-name';
import { CropDrawing } from '@/domain/crops/crop-drawing';
import { CropGrid } from '@/domain/crops/crop-grid';
import { displayName } from '@/domain/crops/display-names';
import type { Crop } from '@/shared/api/crops';
import type { FarmerRecord } from '@/shared/api/record';
import { formProblem } from '@/shared/forms/form-problems';
import { CheckIcon } from '@/shared/ui/icons';
import { ErrorMessage } from '@/shared/ui/message';
import styles from './known-crop-cards.module.css';
import { useToggleCrop } from './use-toggle-crop';

interface KnownCropCardsProps {
  crops: readonly Crop[];
  record: FarmerRecord;
}

export function KnownCropCards({ crops, record }: KnownCropCardsProps) {
  const { mutate, error, variables } = useToggleCrop();
  const name = variables ? displayName(variables.crop) : '';
  const reason = error ? formProblem(error) : '';
  return (
    <>
      {error && <ErrorMessage>{t`${name} could not be saved. ${reason}`}</ErrorMessage>}
      <CropGrid
        crops={crops}
        card={(crop) => {
          const known = record.known_crops.includes(crop.crop);
          return (
            <button
              type="button"
              className={styles.card}
              aria-pressed={known}
              onClick={() => mutate({ crop: crop.crop, known: !known })}
            >
              {known && (
                <span className={styles.tick}>
                  <CheckIcon />
                </span>
              )}
              <CropDrawing crop={crop.crop} size="card" />
              <span>
                <CardName crop={crop} />
              </span>
            </button>
          );
        }}
      />
    </>
  );
}
