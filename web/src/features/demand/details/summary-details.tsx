import { t } from '@lingui/core/macro';
import type { DemandOverview } from '@/shared/api/shapes';
import { cropYearName } from '@/shared/format/dates';
import { INDIA } from '@/shared/paths';
import { basisSentences } from './detail-sentences';
import styles from './details.module.css';

export function SummaryDetails({ overview, name }: { overview: DemandOverview; name: string }) {
  const count = overview.crops.length;
  const year = cropYearName(overview.crop_year);
  const first = overview.crop_year;
  const last = overview.crop_year + 1;
  const sentences = [
    t`Average Demand and Average Met are the sums over all crops, divided by their number, ${count}. Demand Met % is all that is met of all that is wanted. Total Need to Get is the demand less what is met; it is called a surplus only where it is below zero by more than the figures may be off.`,
    t`Met is what growers outside Grow bring, and what the sowings in Grow are expected to yield. Outside Grow is a usual year, or what is known of this one, less what grows on land that is in Grow, reckoned anew once a day, so that no field counts twice.`,
    t`The crop year ${year} runs from 1 May ${first} to 30 April ${last}.`,
    ...(overview.region === INDIA ? [] : basisSentences(overview, name)),
    t`Each crop has its own sources: press 'How do we know?' beside it.`,
  ];
  return (
    <div className={styles.summary}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
