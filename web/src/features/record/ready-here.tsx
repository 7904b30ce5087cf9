import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { asOf } from '@/domain/ready/as-of';
import type { ReadyPart } from '@/domain/ready/needs';
import { type Readiness, readinessQuery } from '@/domain/ready/readiness';
import { isSparing } from '@/domain/ready/sparing';
import { useLanguage } from '@/shared/i18n/language';
import { RecordLines } from './record-lines';

/** While something is missing, it is looked at again this often, ms. */
const LOOK_AGAIN_MS = 3_000;

const isAllHere = (parts: readonly Readiness[]) => parts.every(({ ready, wanted }) => ready === wanted);

/** Tells what of the farmer's screens opens on this phone without a network. */
export function ReadyHere() {
  const { data, error } = useQuery({
    ...readinessQuery(useLanguage()),
    refetchInterval: ({ state }) => (state.data && isAllHere(state.data.parts) ? false : LOOK_AGAIN_MS),
  });
  if (error) return <p>{t`This browser keeps nothing, so that Grow opens only with a network here.`}</p>;
  if (!data) return null;
  const { parts, since } = data;
  const lines = parts.map(({ part, ready, wanted }) => ({
    label: labelOf(part),
    value: ready === wanted ? t`ready` : t`${ready} of ${wanted} ready`,
  }));
  return (
    <>
      <RecordLines lines={lines} />
      {!isAllHere(parts) && <p>{t`The rest comes by itself while Grow is open with a network.`}</p>}
      {isSparing() && <p>{t`Your browser saves data. Figures and crops are kept when you open them.`}</p>}
      {since !== null && <p>{asOf(since, Date.now())}</p>}
    </>
  );
}

const labelOf = (part: ReadyPart): string =>
  ({
    own: t`Your record, sowings and advice`,
    figures: t`Need in India and in your state`,
    crops: t`The crops`,
  })[part];
