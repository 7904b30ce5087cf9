import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isConsentMissing } from '@/domain/consent/queries';
import { useRecord } from '@/outbox/queue/use-record';
import { type LandUnit, type LandUnits, type OfferedUnit, UNITS_OF_INDIA } from '@/shared/api/land-size';
import { farmerOf } from '@/shared/api/query-client';
import { recordQuery } from '@/shared/api/record';
import type { UnitSize } from './land-size';

const OF_INDIA: LandUnits = { preferred: null, usual: 'acre', offered: [...UNITS_OF_INDIA] };

/** Returns the farmer's units: those of India until the record is there. */
export function useLandUnits(): LandUnits {
  const { data: record } = useRecord();
  return record?.land_units ?? OF_INDIA;
}

export const offerOf = (units: LandUnits, unit: LandUnit): OfferedUnit | undefined =>
  units.offered.find((offer) => offer.unit === unit);

/**
 * Returns a function that keeps the unit of a saved size in the record, with the size that the farmer chose for it.
 * The next form begins with it, on every device. It is sent before the size itself. If it cannot be kept, the form
 * asks again. A size in hectares keeps the farmer's own unit as it is.
 */
export function useRememberUnit(): (size: UnitSize | undefined) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (size) => {
      const units = client.getQueryData(recordQuery.queryKey)?.land_units;
      if (!units || !size) return;
      const { unit, unit_square_metres: square_metres } = size;
      const isSaved =
        unit === units.preferred &&
        (square_metres === undefined || square_metres === offerOf(units, unit)?.square_metres);
      if (isSaved) return;
      const body = { unit, ...(square_metres !== undefined && { square_metres }) };
      try {
        const { newKey, outbox } = await import('@/outbox/queue/browser-outbox');
        const first = isConsentMissing(client) ? 'consent' : 'waiting';
        await outbox.save(farmerOf(client) ?? '', newKey(), { kind: 'unit', body }, first);
      } catch (error) {
        console.warn('The unit is not kept for the next form', error);
      }
    },
    [client],
  );
}
