import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { ConsentWanted } from '@/domain/consent/consent-wanted';
import { districtName } from '@/domain/regions/district-name';
import { demandQuery } from '@/shared/api/queries';
import {
  type SoilClimateRecommendations,
  type SuitedCrop,
  soilClimateQuery,
} from '@/shared/api/soil-climate';
import { probability } from '@/shared/format/field-figures';
import { whole } from '@/shared/format/numbers';
import { useLanguage } from '@/shared/i18n/language';
import { paths } from '@/shared/paths';
import { Loaded } from '@/shared/query/loaded';
import { type Direction, opposite, sortedBy } from '@/shared/sort';
import { Banner } from '@/shared/ui/banner';
import { ButtonLink } from '@/shared/ui/button';
import { type Column, DataTable } from '@/shared/ui/data-table';
import { Disclosure } from '@/shared/ui/disclosure';
import { EmptyState } from '@/shared/ui/message';
import { Panel, StatCard, StatCards } from '@/shared/ui/panel';
import { SortButton } from '@/shared/ui/sort-button';
import { Loading } from '@/shared/ui/spinner';
import { CropReasons } from './crop-reasons';
import { cropColumn, figureColumns, whyLabel } from './figure-columns';
import { withLiveFigures } from './live-figures';
import { LandUnknown, PlaceWanted } from './place-wanted';
import styles from './soil-climate-table.module.css';

interface SoilClimateTableProps {
  title: string;
  email: string;
  /** Crops whose figures changed recently. */
  changed: ReadonlySet<string>;
  /** The question for the district, if there are several candidates. */
  districtChoice: ReactNode;
  /** What is to be known of a crop before it is sown. */
  card: (crop: string) => ReactNode;
}

export function SoilClimateTable({ title, email, changed, districtChoice, card }: SoilClimateTableProps) {
  const suited = useQuery(soilClimateQuery);
  const { data, error } = suited;

  useEffect(() => {
    if (error) console.error('Soil and climate recommendations failed', error);
  }, [error]);

  if (data?.missing) {
    return (
      <Panel title={title}>
        {data.missing === 'consent-missing' ? (
          <ConsentWanted
            message={t`You have not agreed to what Grow keeps, so nothing is computed from your place and soil.`}
          />
        ) : (
          <PlaceWanted missing={data.missing} soilTested={data.soil_tested} choice={districtChoice} />
        )}
      </Panel>
    );
  }
  if (data)
    return <SuitedCrops title={title} email={email} changed={changed} card={card} recommended={data} />;

  return (
    <Panel title={title}>
      <Loaded
        query={suited}
        meanwhile={<SoilClimateLoading />}
        failed={(reason) => t`Error fetching data: ${reason}`}
      >
        {() => null}
      </Loaded>
    </Panel>
  );
}

function SuitedCrops({
  title,
  email,
  changed,
  card,
  recommended,
}: Omit<SoilClimateTableProps, 'districtChoice'> & { recommended: SoilClimateRecommendations }) {
  const { data: demand } = useQuery(demandQuery);
  const [direction, setDirection] = useState<Direction>('descending');
  const rows = withLiveFigures(recommended, demand);
  const { district, soil_tested: soilTested } = recommended;
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the headers are in the language.
  const shown = useMemo(() => columns(direction, email), [direction, email, language]);
  const detail = useCallback(
    (row: SuitedCrop) => (
      <Disclosure label={whyLabel(row.crop)}>
        {() => (
          <>
            {card(row.crop)}
            <CropReasons crop={row} soilTested={soilTested} />
          </>
        )}
      </Disclosure>
    ),
    [card, soilTested],
  );

  if (recommended.basis === 'none' && district) {
    return (
      <Panel title={title}>
        <LandUnknown district={district} />
      </Panel>
    );
  }
  if (rows.length === 0) {
    return (
      <Panel title={title}>
        <EmptyState
          message={t`No crop stands out on land like yours: each of the sixteen takes 10 of every 100 hectares at most. Compare the crops by what is still needed.`}
        >
          <ButtonLink look="secondary" href={paths.demand}>{t`Total Demand`}</ButtonLink>
        </EmptyState>
      </Panel>
    );
  }

  return (
    <Panel
      title={title}
      action={
        <SortButton
          label={t`Sort by Probability`}
          direction={direction}
          onToggle={() => setDirection(opposite)}
        />
      }
    >
      <StatCards>
        <StatCard label={t`Total Crops`} value={whole(rows.length)} tone="met" />
      </StatCards>
      <DataTable
        caption={t`Crops that grow on land like yours, with demand, met and need in tonnes`}
        columns={shown}
        rows={sortedBy(rows, (row) => row.probability, direction)}
        rowKey={(row) => row.crop}
        changed={changed}
        detail={detail}
      />
      <SoilNote district={district} basis={recommended.basis} soilTested={soilTested} />
    </Panel>
  );
}

const columns = (direction: Direction, email: string): [Column<SuitedCrop>, ...Column<SuitedCrop>[]] => [
  cropColumn(),
  {
    id: 'probability',
    header: t`Probability`,
    numeric: true,
    sort: direction,
    cell: (row) => probability(row.probability),
  },
  ...figureColumns<SuitedCrop>(email),
];

/** Skeleton, about as high as the card and the first rows. */
const SoilClimateLoading = () => (
  <div className={styles.frame}>
    <div className={styles.card} />
    <Loading />
    <div className={styles.row} />
    <div className={styles.row} />
    <div className={styles.row} />
  </div>
);

type SoilNoteProps = Pick<SoilClimateRecommendations, 'district' | 'basis'> & { soilTested: boolean };

function SoilNote({ district, basis, soilTested }: SoilNoteProps) {
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
