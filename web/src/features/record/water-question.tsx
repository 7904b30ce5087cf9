import { t } from '@lingui/core/macro';
import { waterName } from '@/domain/land/water-and-soil';
import type { FarmerRecord } from '@/shared/api/record';
import { FieldChoice } from './field-choice';
import { FullCanalPicture, RainCloudPicture, TwoDropsPicture } from './field-pictures';
import { useSaveAnswer } from './use-save-answer';

interface WaterQuestionProps {
  record: FarmerRecord;
  /** Whether 'Not said' is an answer. */
  mayBeUnsaid?: boolean;
}

export function WaterQuestion({ record, mayBeUnsaid = true }: WaterQuestionProps) {
  const answers = [
    { key: 'all_season', label: waterName('all_season'), picture: <FullCanalPicture /> },
    { key: 'once_or_twice', label: waterName('once_or_twice'), picture: <TwoDropsPicture /> },
    { key: 'rain_only', label: waterName('rain_only'), picture: <RainCloudPicture /> },
  ] as const;
  const state = useSaveAnswer({
    record,
    of: ({ water }) => water,
    told: (water) => (water ? waterName(water) : t`Not said`),
    change: (water) => ({ kind: 'water', body: { water } }),
  });
  return (
    <FieldChoice
      question={t`Can you water this field?`}
      answers={answers}
      mayBeUnsaid={mayBeUnsaid}
      state={state}
    />
  );
}
