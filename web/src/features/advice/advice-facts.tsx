import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { AdvisedCrop, FieldWater } from '@/shared/api/advice';
import { thinksInAcres } from '@/shared/land/units';
import { useLandUnits } from '@/shared/land/use-land-units';
import { ChartIcon, HeartIcon } from '@/shared/ui/screen-icons';
import styles from './advice.module.css';
import { DropIcon, LandIcon, RupeeIcon, SheafIcon } from './advice-icons';
import { betterAt } from './better-sentences';
import { harvestMonths, monthPrice } from './harvest-sentences';
import { growsHere } from './land-sentences';
import { importedNeed, openNeed, projectedNeed } from './need-sentences';
import { leavesSentences, supportPrice } from './price-sentences';
import { wateringsBeyondRain } from './water-sentences';

interface FactsProps {
  crop: AdvisedCrop;
  /** The water of the field; null where it is not told. */
  water: FieldWater | null;
  /** Day of the advice. */
  today: string;
}

/** Renders what the large card tells in one breath: land, water, need, price and harvest, one in each line. */
export function AdviceFacts({ crop, water, today }: FactsProps) {
  const inAcres = thinksInAcres(useLandUnits().preferred);
  return (
    <ul className={styles.facts}>
      <Fact icon={<LandIcon />}>{growsHere(crop, water)}</Fact>
      {crop.water && <Fact icon={<DropIcon />}>{wateringsBeyondRain(crop.water, water)}</Fact>}
      <Fact
        icon={<ChartIcon />}
        detail={
          <>
            <NeedMeter crop={crop} />
            <Soft>{projectedNeed(crop)}</Soft>
            <Soft>{importedNeed(crop)}</Soft>
          </>
        }
      >
        {openNeed(crop)}
      </Fact>
      <Fact icon={<RupeeIcon />} detail={<Soft>{supportPrice(crop)}</Soft>}>
        {leavesSentences(crop, inAcres).join(' ')}
      </Fact>
      <Fact icon={<SheafIcon />} detail={<Soft>{monthPrice(crop)}</Soft>}>
        {harvestMonths(crop, today)}
      </Fact>
      {crop.known && <Fact icon={<HeartIcon />}>{t`You know this crop`}</Fact>}
    </ul>
  );
}

/** Renders what an alternative is better at, and its few facts. */
export function ShortFacts({ crop, water, today }: FactsProps) {
  const inAcres = thinksInAcres(useLandUnits().preferred);
  const better = betterAt(crop);
  return (
    <>
      {better && <p className={styles.better}>{better}</p>}
      <ul className={styles.facts}>
        <Fact icon={<LandIcon />}>{growsHere(crop, water)}</Fact>
        {crop.water && <Fact icon={<DropIcon />}>{wateringsBeyondRain(crop.water, water)}</Fact>}
        <Fact
          icon={<ChartIcon />}
          detail={
            <>
              <Soft>{projectedNeed(crop)}</Soft>
              <Soft>{importedNeed(crop)}</Soft>
            </>
          }
        >
          {openNeed(crop)}
        </Fact>
        <Fact icon={<RupeeIcon />}>{leavesSentences(crop, inAcres).join(' ')}</Fact>
        <Fact icon={<SheafIcon />}>{harvestMonths(crop, today)}</Fact>
      </ul>
    </>
  );
}

const Soft = ({ children }: { children: string | null }) =>
  children && <span className={styles.soft}>{children}</span>;

function Fact({ icon, children, detail }: { icon: ReactNode; children: ReactNode; detail?: ReactNode }) {
  return (
    <li className={styles.fact}>
      {icon}
      <div className={styles.said}>
        <span>{children}</span>
        {detail}
      </div>
    </li>
  );
}

/** What is met, what plans and advice would add, and what stays open. The sentences tell the same. */
function NeedMeter({ crop }: { crop: AdvisedCrop }) {
  const within = (percent: number) => Math.min(Math.max(percent, 0), 100);
  const filled = within(100 - crop.need_open_percent);
  const followed = within(crop.filled_if_all_follow_percent);
  return (
    <span className={styles.meter} aria-hidden="true">
      <span data-part="met" style={{ inlineSize: `${filled}%` }} />
      <span data-part="followed" style={{ inlineSize: `${Math.max(followed - filled, 0)}%` }} />
    </span>
  );
}
