import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { districtName } from '@/domain/regions/district-name';
import type { SoilClimateRecommendations } from '@/shared/api/soil-climate';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/message';
import { Actions } from '@/shared/ui/stack';

type Missing = Exclude<SoilClimateRecommendations['missing'], null | 'consent-missing'>;

interface PlaceWantedProps {
  missing: Missing;
  soilTested: boolean;
  /** The question for the district of a saved place. */
  choice: ReactNode;
}

/** Shown without a district: no district means no climate, so no recommendation. Says what to do. */
export function PlaceWanted({ missing, soilTested, choice }: PlaceWantedProps) {
  const asksHere = missing !== 'place-missing' && !!choice;
  return (
    <EmptyState message={sentence(missing)}>
      {asksHere && choice}
      {!soilTested && (
        <p>{t`Your soil is not tested either. It can wait: the advice starts with your place alone.`}</p>
      )}
      <Actions>
        <ButtonLink
          look={asksHere ? 'secondary' : 'primary'}
          href={paths.place}
        >{t`Update Your Place`}</ButtonLink>
        {!soilTested && <ButtonLink look="secondary" href={paths.npk}>{t`NPK Update`}</ButtonLink>}
      </Actions>
    </EmptyState>
  );
}

const sentence = (missing: Missing): string =>
  ({
    'place-missing': t`Your place is missing. Tell us your district, and you see here which crops grow on land like yours.`,
    'place-unknown': t`No climate is known for your place. Give the name of your district, and you see here which crops grow on land like yours.`,
    'place-ambiguous': t`Your district is not certain yet. With it, you see here which crops grow on land like yours.`,
  })[missing];

/** Shown where no land like the farmer's is known: no shares, and two ways on. */
export function LandUnknown({ district }: { district: { name: string; state: string } }) {
  const place = districtName(district);
  return (
    <EmptyState message={t`We know no land like yours.`}>
      <p>
        {t`No district whose crops we know is enough like ${place} in climate and height, so we show no shares. Compare the crops that you know how to grow, or read what each crop needs.`}
      </p>
      <Actions>
        <ButtonLink href={paths.recommendedKnown}>{t`Recommended Crops Based on Known Crops`}</ButtonLink>
        <ButtonLink look="secondary" href={paths.cropList}>{t`Crops Description`}</ButtonLink>
      </Actions>
    </EmptyState>
  );
}
