import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Advice, type AdvisedCrop, adviceQuery, type LaterCrop } from '@/shared/api/advice';
import { ConsentWanted } from '@/shared/consent/consent-wanted';
import { CropName } from '@/shared/crops/crop-name';
import { cropTitle } from '@/shared/crops/crop-words';
import { problemMessage } from '@/shared/i18n/problems';
import { paths } from '@/shared/paths';
import { districtName } from '@/shared/regions/district-name';
import { ButtonLink } from '@/shared/ui/button';
import { EmptyState, LoadError } from '@/shared/ui/message';
import { Panel } from '@/shared/ui/panel';
import { Loading } from '@/shared/ui/spinner';
import { Actions } from '@/shared/ui/stack';
import styles from './advice.module.css';
import { FirstCrop, OtherCrop } from './advised-crop';
import { OwnPlans } from './own-plans';
import { sowFrom } from './window-sentences';

export type PlaceMissing = Extract<Advice['missing'], `place-${string}`>;

interface AdviceScreenProps {
  farmer: string;
  email: string;
  /** What the screens of other features show. */
  instead: {
    placeWanted: (missing: PlaceMissing) => ReactNode;
    landUnknown: (district: NonNullable<Advice['district']>) => ReactNode;
    arrivals: (crop: AdvisedCrop, region: string) => ReactNode;
  };
}

/** Renders what to sow now, why, and what the farmer plans. */
export function AdviceScreen(props: AdviceScreenProps) {
  const { data, error, refetch } = useQuery(adviceQuery);
  if (!data) {
    return (
      <Panel>
        {error ? (
          <LoadError message={problemMessage(error)} onRetry={() => void refetch()} />
        ) : (
          <AdviceLoading />
        )}
      </Panel>
    );
  }
  return (
    <>
      <OwnPlans plans={data.intentions} />
      <Advised advice={data} {...props} />
      <Later crops={data.later} isAll={data.advice.length === 0} />
    </>
  );
}

function Advised({ advice, farmer, email, instead }: AdviceScreenProps & { advice: Advice }) {
  const { missing, district, advice: crops, region, as_of: today } = advice;
  if (missing) return <Panel>{missingPart(advice, instead)}</Panel>;
  const [first, ...others] = crops;
  if (!first) {
    return (
      <Panel>
        <EmptyState message={nothingNow(advice.later)}>
          <Actions>
            <ButtonLink
              look="secondary"
              href={paths.recommendedClimate}
            >{t`Crops on land like yours`}</ButtonLink>
            <ButtonLink look="secondary" href={paths.demand}>{t`Total Demand`}</ButtonLink>
          </Actions>
        </EmptyState>
      </Panel>
    );
  }
  const propsOf = (crop: AdvisedCrop) => ({
    crop,
    farmer,
    email,
    today,
    region,
    plan: advice.intentions.find((plan) => plan.crop === crop.crop),
    arrivals: instead.arrivals(crop, region),
  });
  return (
    <>
      {advice.all_full && (
        <p className={styles.full}>
          {t`Everything that suits your land is full: enough of each crop is on the way. These are the least crowded.`}
        </p>
      )}
      <div className={styles.crops}>
        <FirstCrop key={first.crop} {...propsOf(first)} />
        {others.length > 0 && (
          <div className={styles.others}>
            {others.map((crop) => (
              <OtherCrop key={crop.crop} {...propsOf(crop)} />
            ))}
          </div>
        )}
      </div>
      {district && <BasisNote district={district} />}
    </>
  );
}

function BasisNote({ district }: { district: NonNullable<Advice['district']> }) {
  const place = districtName(district);
  return (
    <Panel>
      <p>{t`For the land and climate of ${place}. Neighbours may be shown other crops: so not everybody sows the same.`}</p>
    </Panel>
  );
}

function missingPart({ missing, district }: Advice, instead: AdviceScreenProps['instead']): ReactNode {
  switch (missing) {
    case 'consent-missing':
      return (
        <ConsentWanted
          message={t`You have not agreed to what Grow keeps, so nothing is computed from your place and soil.`}
        />
      );
    case 'land-unknown':
      return district ? instead.landUnknown(district) : instead.placeWanted('place-unknown');
    case null:
      return null;
    default:
      return instead.placeWanted(missing);
  }
}

/** Tells that nothing can be sown in these days. */
export const nothingNow = (later: readonly LaterCrop[]) =>
  later.length > 0
    ? t`Nothing that suits your land can be sown in these days. Below is what comes next.`
    : t`Nothing that suits your land can be sown in these days or in the next sixty.`;

function Later({ crops, isAll }: { crops: readonly LaterCrop[]; isAll: boolean }) {
  if (crops.length === 0) return null;
  return (
    <Panel title={isAll ? t`What you can sow next` : t`What you can sow later`}>
      <ul className={styles.later}>
        {crops.map((crop) => (
          <li key={`${crop.crop} ${crop.sow_from}`}>
            <CropName crop={crop.crop} name={cropTitle(crop.crop)} />
            <span className={styles.opens}>{sowFrom(crop)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Skeleton, about as high as the first lines of the card. */
const AdviceLoading = () => (
  <div className={styles.skeleton}>
    <div />
    <Loading />
    <div />
    <div />
    <div />
  </div>
);
