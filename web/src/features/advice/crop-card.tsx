import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type CropOnField, cardQuery, type FieldWater } from '@/shared/api/advice';
import { cropTitle } from '@/shared/crops/crop-words';
import { useLanguage } from '@/shared/i18n/language';
import { problemMessage } from '@/shared/i18n/problems';
import { LoadError } from '@/shared/ui/message';
import { Loading } from '@/shared/ui/spinner';
import { AdviceFacts } from './advice-facts';
import { missingSentence } from './advice-panel';
import styles from './card.module.css';
import { CardTools } from './card-tools';
import { FertiliserDetails, useFieldInputs } from './field-inputs';
import { Doubts, Until } from './until';

interface CropCardProps {
  crop: string;
  /** The fertiliser plan can be changed beside the card. */
  hasPlanBeside?: boolean;
}

/** Renders what is to be known of any crop before it is sown on the farmer's field. */
export function CropCard({ crop, hasPlanBeside = false }: CropCardProps) {
  const { data, error, refetch } = useQuery(cardQuery(crop, useLanguage()));
  if (!data) {
    return error ? <LoadError message={problemMessage(error)} onRetry={() => void refetch()} /> : <Loading />;
  }
  if (!data.card) return <p>{missingSentence(data.missing ?? 'land-unknown')}</p>;
  return (
    <Card
      card={data.card}
      water={data.water}
      today={data.as_of}
      region={data.region}
      hasPlanBeside={hasPlanBeside}
    />
  );
}

interface CardProps {
  card: CropOnField;
  /** The water of the field; null where it is not told. */
  water: FieldWater | null;
  today: string;
  region: string;
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
      <Until crop={card} water={water} />
      <Doubts crop={card} region={region} />
      <AdviceFacts crop={card} water={water} today={today} region={region} inputs={inputs} />
      <CardTools crop={card.crop} />
      {!hasPlanBeside && <FertiliserDetails crop={card.crop} inputs={inputs} />}
    </section>
  );
}
