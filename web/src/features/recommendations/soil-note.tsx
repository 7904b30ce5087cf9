import { t } from '@lingui/core/macro';
import type { SoilClimateRecommendations } from '@/shared/api/soil-climate';
import { paths } from '@/shared/paths';
import { Banner } from '@/shared/ui/banner';
import { ButtonLink } from '@/shared/ui/button';
import styles from './soil-note.module.css';

type SoilNoteProps = Pick<SoilClimateRecommendations, 'district'> & { soilTested: boolean };

/** Names the district of the climate and the source of the soil values. */
export function SoilNote({ district, soilTested }: SoilNoteProps) {
  return (
    <>
      {district && (
        <p className={styles.ground}>
          {soilTested
            ? t`For the climate of ${district.name}, ${district.state}, and your own soil.`
            : t`For the climate of ${district.name}, ${district.state}.`}
        </p>
      )}
      {!soilTested && (
        <Banner message={t`Soil: not tested. With your N, P and K the table fits your own field.`}>
          <ButtonLink look="secondary" href={paths.npk}>{t`NPK Update`}</ButtonLink>
        </Banner>
      )}
    </>
  );
}
