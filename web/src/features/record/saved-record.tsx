import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { cropsQuery } from '@/shared/api/crops';
import type { FarmerRecord } from '@/shared/api/record';
import type { User } from '@/shared/api/shapes';
import { fieldAmountWithHectares } from '@/shared/land/units';
import { districtName } from './place-text';
import { RecordLines } from './record-lines';

interface SavedRecordProps {
  user: User;
  record: FarmerRecord;
}

export function SavedRecord({ user, record }: SavedRecordProps) {
  const { data: crops } = useQuery(cropsQuery);
  const nameOf = (key: string) => crops?.items.find((crop) => crop.crop === key)?.display_name ?? key;
  const { n, p, k } = record.npk;
  const tested = n !== 0 || p !== 0 || k !== 0;
  const land = fieldAmountWithHectares({ field_size_ha: record.land_ha ?? 0, entered: record.land_entered });
  const lines = [
    { label: t`Name`, value: user.display_name },
    { label: t`E-mail`, value: user.email },
    { label: t`Number`, value: record.number },
    { label: t`Place`, value: record.place },
    { label: t`District`, value: record.district ? districtName(record.district) : t`not known` },
    { label: t`N, P, K (kg per hectare)`, value: tested ? `${n}, ${p}, ${k}` : t`not tested` },
    { label: t`My land`, value: record.land_ha === null ? '' : land },
    { label: t`Known crops`, value: record.known_crops.map(nameOf).join(', ') },
  ];
  return <RecordLines lines={lines} />;
}
