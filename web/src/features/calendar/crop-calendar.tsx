import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { cropCalendarQuery } from '@/shared/api/calendar';
import { useLanguage } from '@/shared/i18n/language';
import { Loaded } from '@/shared/query/loaded';
import { Panel } from '@/shared/ui/panel';
import { TitledStack } from '@/shared/ui/stack';
import { Arrivals } from './arrivals-panel';
import { CropWindows } from './crop-windows';

interface CropCalendarProps {
  crop: string;
  /** Name of the crop, for screen readers. */
  name: string;
  region: string;
  /** Name of the state; null for India. */
  state: string | null;
}

export const CropCalendarPanel = ({ crop, name, region, state }: CropCalendarProps) => (
  <Panel title={state ? t`When to sow in ${state}` : t`When to sow in India`}>
    <Loaded query={useQuery(cropCalendarQuery(region, crop, useLanguage()))}>
      {(calendar) => (
        <>
          <CropWindows calendar={calendar} />
          <TitledStack title={t`When it comes to market`}>
            <Arrivals calendar={calendar} about={name} />
          </TitledStack>
        </>
      )}
    </Loaded>
  </Panel>
);

export const CropArrivals = ({ crop, name, region }: Omit<CropCalendarProps, 'state'>) => (
  <Loaded query={useQuery(cropCalendarQuery(region, crop, useLanguage()))}>
    {(calendar) => <Arrivals calendar={calendar} about={name} />}
  </Loaded>
);
