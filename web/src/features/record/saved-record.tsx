import { t } from '@lingui/core/macro';
import { displayName } from '@/domain/crops/display-names';
import { fieldAmountWithHectares } from '@/domain/land/units';
import { districtName } from '@/domain/regions/district-name';
import type { FarmerRecord } from '@/shared/api/record';
import type { User } from '@/shared/api/shapes';
import { dialling } from '@/shared/forms/phone-number';
import { RecordLines } from './record-lines';
import { testedValues } from './tested';

export function SavedRecord({ user, record }: { user: User; record: FarmerRecord }) {
  const land = fieldAmountWithHectares({ field_size_ha: record.land_ha ?? 0, entered: record.land_entered });
  const lines = [
    { label: t`Name`, value: user.display_name },
    { label: t`E-mail`, value: user.email },
    { label: t`Number`, value: record.number, href: record.number && dialling(record.number) },
    { label: t`Place`, value: record.place },
    { label: t`District`, value: record.district ? districtName(record.district) : t`not known` },
    { label: t`N, P, K (kg per hectare)`, value: testedValues(record.npk) },
    { label: t`My land`, value: record.land_ha === null ? '' : land },
    { label: t`Known crops`, value: record.known_crops.map(displayName).join(', ') },
  ];
  return <RecordLines lines={lines} />;
}
