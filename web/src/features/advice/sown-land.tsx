import { t } from '@lingui/core/macro';
import { dayMonth } from '@/domain/calendar/days';
import { CropName } from '@/domain/crops/crop-name';
import { cropInSentence, cropTitle } from '@/domain/crops/crop-words';
import { enteredAmount, hectaresInWords } from '@/domain/land/units';
import { useOwnArea } from '@/domain/land/use-own-area';
import type { Advice } from '@/shared/api/advice';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { Disclosure } from '@/shared/ui/disclosure';
import { EmptyState } from '@/shared/ui/message';
import { Panel } from '@/shared/ui/panel';
import { Actions } from '@/shared/ui/stack';
import styles from './advice.module.css';

type Field = Pick<Advice['sown'][number], 'field_size_ha' | 'entered'>;

/** The size of a field in one unit: as it was entered. */
const fieldAmount = ({ field_size_ha, entered }: Field) =>
  entered ? enteredAmount(entered) : hectaresInWords(field_size_ha);

/** Tells what the farmer has planned and sown: 'Planned: gingelly, 2 acres'. */
export function ownFields({ intentions, sown }: Pick<Advice, 'intentions' | 'sown'>): string[] {
  const planned = intentions.map((plan) => {
    const [crop, size] = [cropInSentence(plan.crop), fieldAmount(plan)];
    return t`Planned: ${crop}, ${size}`;
  });
  const fields = sown.map((field) => {
    const [crop, size] = [cropInSentence(field.crop), fieldAmount(field)];
    return t`Sown: ${crop}, ${size}`;
  });
  return [...fields, ...planned];
}

/** Tells that all the land is sown, and until when. Null where some is free, or where the land is not told. */
export function noRoom({ own_land: land }: Pick<Advice, 'own_land'>, areaOf: (hectares: number) => string) {
  if (!land || land.free_ha > 0) return null;
  const all = areaOf(land.land_ha);
  if (!land.free_from) return t`Sown on all of your ${all}.`;
  const day = dayMonth(land.free_from);
  return t`Sown on all of your ${all}: nothing left to advise until ${day}.`;
}

export function SownLand({ sown }: { sown: Advice['sown'] }) {
  if (sown.length === 0) return null;
  const crops = [...new Set(sown.map(({ crop }) => cropInSentence(crop)))].join(', ');
  return (
    <Panel lines>
      <Disclosure
        look="line"
        keep="sown"
        label={
          <>
            <strong>{t`You have sown`}</strong>
            <span className={styles.names}>{crops}</span>
          </>
        }
      >
        {() => (
          <ul className={styles.later}>
            {sown.map((field, at) => {
              const [size, day] = [fieldAmount(field), dayMonth(field.harvest_from)];
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same crop may stand on two fields of one size.
                <li key={at}>
                  <CropName crop={field.crop} name={cropTitle(field.crop)} />
                  <span className={styles.opens}>{t`${size}, harvest from ${day}`}</span>
                </li>
              );
            })}
          </ul>
        )}
      </Disclosure>
    </Panel>
  );
}

/** Says which part of the land the advice is for, where something is sown already. */
export function ForFreeLand({ advice: { own_land: land } }: { advice: Advice }) {
  const areaOf = useOwnArea();
  if (!land || land.sown_ha === 0) return null;
  const area = areaOf(land.free_ha);
  return <p className={styles.full}>{t`For the ${area} of your land that is free.`}</p>;
}

/** Stands in place of the advice while the farmer's crops stand on all of their land. */
export const NoRoom = ({ said }: { said: string }) => (
  <EmptyState message={said}>
    <p>{t`Note the harvest when it is in, and the land is free at once.`}</p>
    <Actions>
      <ButtonLink href={paths.sowings}>{t`Sowed Crops`}</ButtonLink>
      <ButtonLink look="secondary" href={paths.profile}>{t`Correct my land`}</ButtonLink>
    </Actions>
  </EmptyState>
);
