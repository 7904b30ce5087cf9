import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { cropTitle } from '@/domain/crops/crop-words';
import { type CropOnField, cardQuery } from '@/shared/api/advice';
import { useLanguage } from '@/shared/i18n/language';
import { Loaded } from '@/shared/query/loaded';
import { AdviceFacts } from './advice-facts';
import { missingSentence } from './advice-panel';
import styles from './card.module.css';
import type { CardContext } from './card-lines';
import { CardTools } from './card-tools';
import { Until } from './fact';
import { FertiliserDetails, useFieldInputs } from './field-inputs';

interface CropCardProps {
  crop: string;
  /** The fertiliser plan can be changed beside the card. */
  hasPlanBeside?: boolean;
}

/** Renders what is to be known of any crop before it is sown on the farmer's field. */
export const CropCard = ({ crop, hasPlanBeside = false }: CropCardProps) => (
  <Loaded query={useQuery(cardQuery(crop, useLanguage()))}>
    {({ card, missing, water, as_of: today, region }) =>
      card ? (
        <Card {...{ card, water, today, region, hasPlanBeside }} />
      ) : (
        <p>{missingSentence(missing ?? 'land-unknown')}</p>
      )
    }
  </Loaded>
);

interface CardProps extends CardContext {
  card: CropOnField;
  hasPlanBeside: boolean;
}

function Card({ card, water, today, region, hasPlanBeside }: CardProps) {
  const id = useId();
  const inputs = useFieldInputs(card);
  return (
    <section className={styles.card} aria-labelledby={id} data-aloud>
      <h3 id={id} className={styles.name}>
        {cropTitle(card.crop)}
      </h3>
      <Until crop={card} />
      <AdviceFacts crop={card} water={water} today={today} region={region} inputs={inputs} />
      <CardTools crop={card.crop} />
      {!hasPlanBeside && <FertiliserDetails crop={card.crop} inputs={inputs} />}
    </section>
  );
}
