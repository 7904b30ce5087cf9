import { t } from '@lingui/core/macro';
import { districtName } from '@/domain/regions/district-name';
import type { SoilClimateRecommendations } from '@/shared/api/soil-climate';
import { paths } from '@/shared/paths';
import { Banner } from '@/shared/ui/banner';
import { ButtonLink } from '@/shared/ui/button';
import styles from './soil-note.module.css';

type SoilNoteProps = Pick<SoilClimateRecommendations, 'district' | 'basis'> & { soilTested: boolean };

export function SoilNote({ district, basis, soilTested }: SoilNoteProps) {
  const place = district && districtName(district);
  return (
    <>
      {place && (
        <p className={styles.ground}>
          <span>
            {basis === 'own-district'
              ? t`These are the shares that farmers of ${place} grow, mean of up to ten years from 2010 to 2019, with a little of what the model expects of such land.`
              : t`What farmers of ${place} grow is not known to us. These are the shares that the model expects from districts with such a climate.`}
          </span>{' '}
          {soilTested && <span>{t`Your own soil is taken into account.`}</span>}
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
