import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { districtName } from '@/domain/regions/district-name';
import { isAborted } from '@/shared/api/problem';
import type { FarmerRecord } from '@/shared/api/record';
import { formProblem } from '@/shared/forms/form-problems';
import { paths } from '@/shared/paths';
import { Banner } from '@/shared/ui/banner';
import { Button, ButtonLink } from '@/shared/ui/button';
import { useNotices } from '@/shared/ui/notices';
import { Actions } from '@/shared/ui/stack';
import { DistrictByState } from './district-by-state';
import { placeQuestion, unknownPlace, withoutDistrict } from './place-detail';
import { savedNotice, savedPlace, useSaveRecord } from './use-save-record';

/** Asks for the district if the saved place does not determine it. */
export function PlaceQuestion({ record }: { record: FarmerRecord }) {
  const { place, place_status: status } = record;
  if (status === 'ambiguous') {
    return (
      <Banner message={placeQuestion(record)}>
        <Actions>
          <DistrictButtons record={record} />
          <ButtonLink look="quiet" href={paths.place}>{t`Another district`}</ButtonLink>
        </Actions>
      </Banner>
    );
  }
  if (status === 'unknown') {
    return (
      <Banner message={t`No climate is known for ‘${place}’. Which district is it in?`}>
        <StateQuestion record={record} />
      </Banner>
    );
  }
  return null;
}

/** The same question for use inside another text. */
export const DistrictQuestion = ({ record }: { record: FarmerRecord }) =>
  record.place_status === 'unknown' ? (
    <StateQuestion record={record} />
  ) : (
    <>
      <p>{placeQuestion(record)}</p>
      <Actions>
        <DistrictButtons record={record} />
      </Actions>
    </>
  );

function StateQuestion({ record }: { record: FarmerRecord }) {
  const { saving, choose } = useChooseDistrict(record);
  const why = `${unknownPlace(record.place)} ${withoutDistrict()}`;
  return <DistrictByState why={why} disabled={saving} onChoose={({ key }) => choose(key)} />;
}

/** Saves the district with one tap. */
function DistrictButtons({ record }: { record: FarmerRecord }) {
  const { saving, choose } = useChooseDistrict(record);
  return record.candidates.map((one) => (
    <Button key={one.key} disabled={saving} onClick={() => choose(one.key)}>
      {districtName(one)}
    </Button>
  ));
}

function useChooseDistrict(record: FarmerRecord) {
  const { save } = useSaveRecord(record, ({ place }) => place);
  const { succeed, fail } = useNotices();
  const [saving, setSaving] = useState(false);

  const choose = async (district: string) => {
    setSaving(true);
    try {
      const saved = await save(record.place, { kind: 'place', body: { place: record.place, district } });
      succeed(savedNotice(saved, t`Place updated successfully!`), savedPlace(saved));
    } catch (error) {
      if (!isAborted(error)) fail(formProblem(error));
    } finally {
      setSaving(false);
    }
  };
  return { saving, choose };
}
