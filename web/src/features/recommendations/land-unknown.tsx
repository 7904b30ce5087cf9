import { t } from '@lingui/core/macro';
import { districtName } from '@/domain/regions/district-name';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/message';
import { Actions } from '@/shared/ui/stack';

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
