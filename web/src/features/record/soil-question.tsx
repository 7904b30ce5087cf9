import { t } from '@lingui/core/macro';
import { soilName } from '@/domain/land/water-and-soil';
import type { FarmerRecord } from '@/shared/api/record';
import { FieldChoice } from './field-choice';
import {
  ClayPicture,
  CrackedClayPicture,
  LoamPicture,
  LooseSandPicture,
  SandPicture,
  StandingWaterPicture,
} from './field-pictures';
import { useSaveAnswer } from './use-save-answer';

export function SoilQuestion({ record }: { record: FarmerRecord }) {
  const answers = [
    { key: 'light', label: soilName('light'), picture: <SandPicture /> },
    { key: 'medium', label: soilName('medium'), picture: <LoamPicture /> },
    { key: 'heavy', label: soilName('heavy'), picture: <ClayPicture /> },
    { key: 'heavy_clay', label: soilName('heavy_clay'), picture: <CrackedClayPicture /> },
    { key: 'waterlogged', label: soilName('waterlogged'), picture: <StandingWaterPicture /> },
    { key: 'loose_sand', label: soilName('loose_sand'), picture: <LooseSandPicture /> },
  ] as const;
  const state = useSaveAnswer({
    record,
    of: ({ soil }) => soil,
    told: (soil) => (soil ? soilName(soil) : t`Not said`),
    change: (soil) => ({ kind: 'soil', body: { soil } }),
  });
  return (
    <FieldChoice question={t`What is the soil of this field?`} answers={answers} mayBeUnsaid state={state} />
  );
}
