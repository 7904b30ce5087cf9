import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type FarmerRecord, recordQuery } from '@/shared/api/record';
import { type FertilisedArea, useFertilisedArea } from './use-fertilised-area';

function areaOf(record: Pick<FarmerRecord, 'land_ha' | 'land_units'>): FertilisedArea {
  const client = new QueryClient();
  client.setQueryData(recordQuery.queryKey, record as FarmerRecord);
  const areas: FertilisedArea[] = [];
  const Probe = () => {
    areas.push(useFertilisedArea());
    return null;
  };
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>,
  );
  return areas[0] as FertilisedArea;
}

test('the field begins with all the land, as a number input takes it', () => {
  const land = (land_ha: number | null, preferred: 'acre' | null) =>
    areaOf({ land_ha, land_units: { preferred, usual: 'acre', offered: [] } });
  expect(land(1200.5, null)).toMatchObject({ figure: '1200.5', words: '1,200.5 hectares' });
  expect(land(0.8094, 'acre')).toMatchObject({ figure: '2', words: '2 acres' });
  expect(land(null, 'acre')).toMatchObject({ figure: '1', words: null });
});
