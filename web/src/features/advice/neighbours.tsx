import { t } from '@lingui/core/macro';
import { dayMonth } from '@/domain/calendar/days';
import { capitalised } from '@/domain/crops/crop-words';
import type { Advice } from '@/shared/api/advice';
import { rupees, whole } from '@/shared/format/numbers';
import styles from './advice.module.css';

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
