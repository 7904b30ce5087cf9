import { t } from '@lingui/core/macro';
import { dayMonth } from '@/domain/calendar/days';
import { CropName } from '@/domain/crops/crop-name';
import { capitalised, cropTitle } from '@/domain/crops/crop-words';
import type { Advice, OtherSowable } from '@/shared/api/advice';
import { rupees, whole } from '@/shared/format/numbers';
import { withScreenMessages } from '@/shared/i18n/language';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Panel } from '@/shared/ui/panel';
import styles from './advice.module.css';
import { whyNot } from './better-sentences';

/** Few are told it, so its words are loaded with it. */
const WhyAfter = lazyPart(async () => (await withScreenMessages(() => import('./why-after'))).WhyAfter);

type UnknownCropsProps = Pick<Advice, 'unknown_crops' | 'as_of'>;

/** Renders the crops outside Grow's sixteen that neighbours sow now. */
export const UnknownCrops = ({ unknown_crops: crops, as_of: today }: UnknownCropsProps) => (
  <ul className={styles.neighbours}>
    {crops.map((crop) => (
      <li key={crop.name}>
        <strong>{`${capitalised(crop.name)}:`}</strong> <span>{howMuch(crop, today)}</span>
      </li>
    ))}
    <li className="soft">{t`Grow does not reckon these crops.`}</li>
  </ul>
);

type AlsoSownProps = Pick<Advice, 'not_shown' | 'unknown_crops' | 'as_of'>;

/** Renders what neighbours sow beside the crops that are advised: Grow's own crops with the reason, and others. */
export function AlsoSown({ not_shown: ours, unknown_crops, as_of }: AlsoSownProps) {
  if (ours.length === 0 && unknown_crops.length === 0) return null;
  return (
    <Panel title={t`Also sown here now`}>
      {ours.length > 0 && (
        <ul className={styles.later}>
          {ours.map((one) => (
            <NotShown key={one.crop} {...one} />
          ))}
        </ul>
      )}
      {unknown_crops.length > 0 && <UnknownCrops unknown_crops={unknown_crops} as_of={as_of} />}
    </Panel>
  );
}

function NotShown({ crop, share_here, why, after }: OtherSowable) {
  const [hectares, reason] = [whole(share_here * 100), whyNot(why)];
  return (
    <li>
      <CropName crop={crop} name={cropTitle(crop)} />
      <span className={styles.opens}>
        <span>{reason ? t`${hectares} of 100 ha: ${reason}` : t`${hectares} of 100 ha.`}</span>
        {why === 'last-crop' && after && <WhyAfter why={after.why} />}
      </span>
    </li>
  );
}

/** What the land is sown with, where hardly any of it is with Grow's crops. */
export function theySow([largest]: Advice['unknown_crops']): string {
  const crop = largest?.name ?? '';
  return largest && largest.share_here >= 0.5 ? t`Most here sow ${crop} now` : t`Your neighbours sow now`;
}

/** Stands above Grow's own advice where the land is sown with other crops. */
export function ifNot([largest]: Advice['unknown_crops']): string {
  const crop = largest?.name ?? '';
  return t`If you do not sow ${crop}:`;
}

/** Tells how much of the land it takes, until when it is sown, and its support price. */
export function howMuch(
  { share_here, sow_until, support_price }: Advice['unknown_crops'][number],
  today: string,
): string {
  const hectares = whole(share_here * 100);
  const said = [];
  if (sow_until) {
    const day = dayMonth(sow_until, today);
    said.push(t`${hectares} of 100 ha, until ${day}.`);
  } else {
    said.push(t`${hectares} of 100 ha.`);
  }
  if (support_price) {
    const sum = rupees(support_price.rupees_per_quintal);
    said.push(t`Support price ${sum} a quintal.`);
  }
  return said.join(' ');
}
