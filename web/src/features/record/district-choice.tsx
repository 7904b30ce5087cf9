import type { FarmerRecord } from '@/shared/api/record';
import { withScreenMessages } from '@/shared/i18n/language';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Loading } from '@/shared/ui/spinner';

const DistrictQuestion = lazyPart(
  async () => (await withScreenMessages(() => import('./place-question'))).DistrictQuestion,
  {
    meanwhile: <Loading />,
  },
);

/** Asks for the district of a saved place that does not tell it, inside another text; otherwise renders nothing. */
export const DistrictChoice = ({ record }: { record: FarmerRecord }) =>
  (record.place_status === 'unknown' || record.place_status === 'ambiguous') && (
    <DistrictQuestion record={record} />
  );
