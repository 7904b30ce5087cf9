import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { dayMonth } from '@/domain/calendar/days';
import { seasonName } from '@/domain/calendar/seasons';
import { CropName } from '@/domain/crops/crop-name';
import { cropInSentence, cropTitle } from '@/domain/crops/crop-words';
import { useOwnArea } from '@/domain/land/use-own-area';
import { districtName } from '@/domain/regions/district-name';
import type { Advice, AdvisedCrop, LaterCrop } from '@/shared/api/advice';
import { withScreenMessages } from '@/shared/i18n/language';
import { paths } from '@/shared/paths';
import { Loaded } from '@/shared/query/loaded';
import { ButtonLink } from '@/shared/ui/button';
import { lazyPart } from '@/shared/ui/lazy-part';
import { EmptyState } from '@/shared/ui/message';
import { Panel } from '@/shared/ui/panel';
import { Loading, ScreenLoading } from '@/shared/ui/spinner';
import { Actions } from '@/shared/ui/stack';
import styles from './advice.module.css';
import { FirstCrop, OtherCrop } from './advised-crop';
import { AlsoSown, ifNot, theySow, UnknownCrops } from './neighbours';
import { nothingNow, whatNext } from './nothing-now';
import { OwnPlans } from './own-plans';
import { ForFreeLand, NoRoom, noRoom, SownLand } from './sown-land';
import { useAdvice } from './use-advice';
import { fieldWater } from './water-sentences';
import { sowFrom } from './window-sentences';

/** Few are told it, so its words are loaded with it. */
const ConsentWanted = lazyPart(
  async () => (await withScreenMessages(() => import('@/domain/consent/consent-wanted'))).ConsentWanted,
  { meanwhile: <Loading /> },
);

type PlaceMissing = Extract<Advice['missing'], `place-${string}`>;

interface AdviceScreenProps {
  email: string;
  /** Whether all else is there that stands beside the advice. It is shown at once, so that nothing is pushed. */
  isReady: boolean;
  /** What the screens of other features show. */
  slots: {
    placeWanted: (missing: PlaceMissing) => ReactNode;
    landUnknown: (district: NonNullable<Advice['district']>) => ReactNode;
    arrivals: (crop: AdvisedCrop, region: string) => ReactNode;
    howToSow: (crop: AdvisedCrop) => ReactNode;
    soilQuestion: ReactNode;
    /** Asks what would change the advice most. */
    nextQuestion: ReactNode;
    /** Asks for all of the field. */
    yourField: ReactNode;
  };
}

export function AdviceScreen(props: AdviceScreenProps) {
  const query = useAdvice();
  const { data: fresh, error } = query;
  // An answer about the field drops the advice. It stays until the new one is there, and so does what is open in it.
  const [kept, keep] = useState(fresh);
  if (fresh && fresh !== kept) keep(fresh);
  const data = fresh ?? (error ? undefined : kept);
  if (!data || !props.isReady) {
    if (!error || !props.isReady) return <ScreenLoading />;
    return (
      <Panel>
        <Loaded query={query}>{() => null}</Loaded>
      </Panel>
    );
  }
  return <Advised advice={data} {...props} />;
}

function Advised({ advice, email, slots }: AdviceScreenProps & { advice: Advice }) {
  const full = noRoom(advice, useOwnArea());
  const { missing, district, advice: crops, region, as_of: today } = advice;
  const [first, ...others] = missing || full ? [] : crops;
  const propsOf = (crop: AdvisedCrop) => ({
    crop,
    water: advice.water,
    free: advice.own_land?.free_ha ?? null,
    email,
    today,
    region,
    howToSow: () => slots.howToSow(crop),
    soilQuestion: slots.soilQuestion,
    plan: advice.intentions.find((plan) => plan.crop === crop.crop),
    arrivals: slots.arrivals(crop, region),
  });
  return (
    <>
      {first && <ForFreeLand advice={advice} />}
      {first && advice.all_full && (
        <p className={styles.full}>
          {t`Everything that suits your land is full: enough of each crop is on the way. These are the least crowded.`}
        </p>
      )}
      {advice.unknown_crops_first && !full && (
        <Panel title={theySow(advice.unknown_crops)}>
          <UnknownCrops {...advice} />
        </Panel>
      )}
      <div className={styles.screen}>
        {first ? (
          <FirstCrop
            {...propsOf(first)}
            lead={advice.unknown_crops_first ? ifNot(advice.unknown_crops) : null}
            question={slots.nextQuestion}
          />
        ) : (
          <Panel>
            <NoCrop advice={advice} full={full} slots={slots} />
          </Panel>
        )}
        <div className={styles.beside}>
          {others.length > 0 && (
            <Panel lines>
              {others.map((crop) => (
                <OtherCrop key={crop.crop} {...propsOf(crop)} />
              ))}
            </Panel>
          )}
          {slots.yourField}
          <AlsoSown
            {...advice}
            unknown_crops={advice.unknown_crops_first || full ? [] : advice.unknown_crops}
          />
          <SownLand sown={advice.sown} />
          <OwnPlans plans={advice.intentions} />
          {first && district && (
            <BasisNote district={district} water={advice.water} isForAll={first.of_100_farmers >= 100} />
          )}
          <Later crops={advice.later} isAll={crops.length === 0} />
        </div>
      </div>
    </>
  );
}

/** Stands in place of the first crop, and tells why. */
function NoCrop({
  advice,
  full,
  slots,
}: Pick<AdviceScreenProps, 'slots'> & { advice: Advice; full: string | null }) {
  if (advice.missing) return missingPart(advice, slots);
  if (full) return <NoRoom said={full} />;
  return (
    <EmptyState message={`${nothingNow(advice)} ${whatNext(advice)}`}>
      {advice.standing && <p>{whatStands(advice.standing, advice.as_of)}</p>}
      <Actions>
        <ButtonLink
          look="secondary"
          href={paths.recommendedClimate}
        >{t`Crops on land like yours`}</ButtonLink>
        <ButtonLink look="secondary" href={paths.demand}>{t`Total Demand`}</ButtonLink>
      </Actions>
    </EmptyState>
  );
}

interface BasisNoteProps {
  district: NonNullable<Advice['district']>;
  water: Advice['water'];
  /** Everybody with such land is shown the same first. */
  isForAll: boolean;
}

function BasisNote({ district, water, isForAll }: BasisNoteProps) {
  const place = districtName(district);
  return (
    <Panel>
      <p>
        {isForAll
          ? t`For the land and climate of ${place}.`
          : t`For the land and climate of ${place}. Neighbours may be shown other crops: so not everybody sows the same.`}
      </p>
      {water && (
        <div className={styles.water}>
          <p>{fieldWater(water)}</p>
          <ButtonLink look="quiet" href={paths.profile}>{t`Change this`}</ButtonLink>
        </div>
      )}
    </Panel>
  );
}

function missingPart({ missing, district }: Advice, slots: AdviceScreenProps['slots']): ReactNode {
  switch (missing) {
    case 'consent-missing':
      return (
        <ConsentWanted
          message={t`You have not agreed to what Grow keeps, so nothing is computed from your place and soil.`}
        />
      );
    case 'land-unknown':
      return district ? slots.landUnknown(district) : slots.placeWanted('place-unknown');
    case null:
      return null;
    default:
      return slots.placeWanted(missing);
  }
}

/** Tells what stands in most fields, and what comes after it. */
export function whatStands(standing: NonNullable<Advice['standing']>, today: string): string {
  const [crop, season] = [cropInSentence(standing.crop), seasonName(standing.season_name)];
  if (!standing.next) {
    const day = dayMonth(standing.harvested_by, today);
    return t`In many fields of your district ${crop} (${season}) stands until ${day}.`;
  }
  const [follows, day] = [cropInSentence(standing.next.crop), dayMonth(standing.next.sow_from, today)];
  return t`If ${crop} (${season}) stands on your field: next is ${follows}, from ${day}.`;
}

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
