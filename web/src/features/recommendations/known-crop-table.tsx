import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { ConsentWanted } from '@/domain/consent/consent-wanted';
import { knownCropRecommendationsQuery } from '@/shared/api/known-crops';
import { demandQuery } from '@/shared/api/queries';
import type { DemandRow } from '@/shared/api/shapes';
import { whole } from '@/shared/format/numbers';
import { useLanguage } from '@/shared/i18n/language';
import { paths } from '@/shared/paths';
import { Loaded } from '@/shared/query/loaded';
import { type Direction, opposite, sortedBy } from '@/shared/sort';
import { ButtonLink } from '@/shared/ui/button';
import { DataTable } from '@/shared/ui/data-table';
import { Disclosure } from '@/shared/ui/disclosure';
import { EmptyState } from '@/shared/ui/message';
import { Panel, StatCard, StatCards } from '@/shared/ui/panel';
import { SortButton } from '@/shared/ui/sort-button';
import { cropColumn, figureColumns, whyLabel } from './figure-columns';
import { withLiveFigures } from './live-figures';

interface KnownCropTableProps {
  title: string;
  email: string;
  /** Crops whose figures changed recently. */
  changed: ReadonlySet<string>;
  /** What is to be known of a crop before it is sown. */
  card: (crop: string) => ReactNode;
}

export function KnownCropTable({ title, email, changed, card }: KnownCropTableProps) {
  const recommended = useQuery(knownCropRecommendationsQuery);
  const { data: demand } = useQuery(demandQuery);
  const [direction, setDirection] = useState<Direction>('descending');
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the headers are in the language.
  const columns = useMemo(
    () => [cropColumn(), ...figureColumns(email, direction)] as const,
    [email, direction, language],
  );
  const detail = useCallback(
    (row: DemandRow) => <Disclosure label={whyLabel(row.crop)}>{() => card(row.crop)}</Disclosure>,
    [card],
  );

  if (!recommended.data) {
    return (
      <Panel title={title}>
        <Loaded query={recommended} failed={(reason) => t`Error fetching data: ${reason}`}>
          {() => null}
        </Loaded>
      </Panel>
    );
  }

  if (recommended.data.missing) {
    return (
      <Panel title={title}>
        <ConsentWanted
          message={t`You have not agreed to what Grow keeps, so the crops that you know are not compared.`}
        />
      </Panel>
    );
  }

  const rows = withLiveFigures(recommended.data, demand);
  if (rows.length === 0) {
    return (
      <Panel title={title}>
        <EmptyState message={t`Mark the crops you know how to grow, and they are compared here.`}>
          <ButtonLink href={paths.knownCrops}>{t`My Crops`}</ButtonLink>
        </EmptyState>
      </Panel>
    );
  }

  return (
    <Panel
      title={title}
      action={
        <SortButton label={t`Sort by Met`} direction={direction} onToggle={() => setDirection(opposite)} />
      }
    >
      <StatCards>
        <StatCard label={t`Total Recommendations`} value={whole(rows.length)} tone="met" />
      </StatCards>
      <DataTable
        caption={t`Crops you know, with demand, met and need in tonnes`}
        columns={columns}
        rows={sortedBy(rows, (row) => row.met_tonnes, direction)}
        rowKey={(row) => row.crop}
        changed={changed}
        detail={detail}
      />
    </Panel>
  );
}
