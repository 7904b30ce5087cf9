import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { cropInSentence } from '@/domain/crops/crop-words';
import { limitSentence } from '@/domain/land/limit-sentence';
import { useLandUnits } from '@/domain/land/use-land-units';
import { yardstick } from '@/domain/land/yardstick';
import type { AdvisedCrop } from '@/shared/api/advice';
import { ReadAloud } from '@/shared/speech/read-aloud';
import { TitledStack } from '@/shared/ui/stack';
import styles from './advice.module.css';
import type { CardContext } from './card-lines';
import { harvestSentence, monthPrice } from './harvest-sentences';
import { shareSentence, sourceSentence, wateredOf } from './land-sentences';
import { needError, needParts, projectedNeed, shownFirst } from './need-sentences';
import { reckonedFrom } from './price-sentences';
import { leavesSentences } from './rest-sentences';
import { wateringsBeyondRain, waterSentences } from './water-sentences';
import { calendarDoubts, sowUntil } from './window-sentences';

interface WhyProps extends CardContext {
  crop: AdvisedCrop;
  /** The chart of arrivals. */
  arrivals: ReactNode;
  /** Asks for the kind of soil. */
  soilQuestion: ReactNode;
}

export function Why({ crop, water, today, region, arrivals, soilQuestion }: WhyProps) {
  // The water that is missing has a sentence of its own.
  const limits = crop.limits
    .filter(({ kind }) => kind !== 'water-deficit')
    .map(limitSentence)
    .filter((sentence) => sentence !== null);
  const waterings = crop.water && wateringsBeyondRain(crop.water, water);
  const left = leavesSentences(crop, yardstick(useLandUnits()));
  const price = monthPrice(crop);
  const watered = wateredOf(crop);
  return (
    <div className={styles.why} data-aloud>
      <div className={styles.whole}>
        <ReadAloud about={cropInSentence(crop.crop)} />
      </div>
      <TitledStack title={t`Your land`}>
        <p>{shareSentence(crop, water)}</p>
        {watered && <p>{watered}</p>}
        {crop.reasons.length > 0 && (
          <ul className={styles.sources}>
            {crop.reasons.map((source) => (
              <li key={`${source.district}, ${source.state}`}>{sourceSentence(source)}</li>
            ))}
          </ul>
        )}
        {limits.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </TitledStack>
      {crop.water && (
        <TitledStack title={t`Water`}>
          {waterings && <p>{fullStop(waterings)}</p>}
          {waterSentences(crop.water).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </TitledStack>
      )}
      <TitledStack title={t`What is needed`}>
        <p>{needParts(crop)}</p>
        <p>{needError(crop)}</p>
        <p>{fullStop(shownFirst(crop))}</p>
        <p>{fullStop(projectedNeed(crop))}</p>
      </TitledStack>
      <TitledStack title={t`When`}>
        <p>{fullStop(sowUntil(crop))}</p>
        {calendarDoubts(crop, region).map((doubt) => (
          <p key={doubt}>{doubt}</p>
        ))}
        <p>{harvestSentence(crop, today)}</p>
        {price && <p>{fullStop(price)}</p>}
      </TitledStack>
      <TitledStack title={t`Price, and what it leaves`}>
        {[...left, ...reckonedFrom(crop, region)].map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>{t`What you get depends on your field, the weather and the market: Grow promises no income.`}</p>
      </TitledStack>
      <div className={styles.whole}>
        <TitledStack title={t`Why others are shown other crops`}>
          <p>
            {t`If everybody were told the same, there would be too much of it, and its price would fall. So Grow shares the crops out: what suits a farmer's land, more often where more is still needed, and hardly ever what leaves far less than what neighbours grow. Your neighbours may be shown other crops, and that is meant so.`}
          </p>
          <p>{t`Your number in the draw stays for this season, and with it your crops. Loading the page again does not change them; another field, water or soil, another last crop or soil test, other known crops, or a crop that has become full since or can no longer be sown does. Who changes back has the same number again.`}</p>
        </TitledStack>
      </div>
      <div className={styles.whole}>{soilQuestion}</div>
      <div className={styles.whole}>
        <TitledStack title={t`When it comes to market`}>{arrivals}</TitledStack>
      </div>
    </div>
  );
}

/** Ends a line of the card as a sentence. */
const fullStop = (line: string) => t`${line}.`;
