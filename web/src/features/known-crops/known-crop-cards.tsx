import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { CardName } from '@/domain/crops/card-name';
import { CropDrawing } from '@/domain/crops/crop-drawing';
import { CropGrid } from '@/domain/crops/crop-grid';
import { displayName } from '@/domain/crops/display-names';
import { keptNotice, useSend } from '@/outbox/send/use-send';
import type { Crop } from '@/shared/api/crops';
import type { FarmerRecord } from '@/shared/api/record';
import { formProblem } from '@/shared/forms/form-problems';
import { CheckIcon } from '@/shared/ui/icons';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import styles from './known-crop-cards.module.css';

export function KnownCropCards({ crops, record }: { crops: readonly Crop[]; record: FarmerRecord }) {
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

interface Toggle {
  crop: string;
  known: boolean;
}

/** Toggles a known crop: shown at once as an optimistic update, and sent in order by the outbox. */
function useToggleCrop() {
  const send = useSend();
  const { succeed } = useNotices();
  return useMutation({
    mutationFn: (toggle: Toggle) => send({ kind: 'known-crop', body: toggle }),
    onSuccess: ({ isQueued }) => isQueued && succeed(keptNotice()),
  });
}
