import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { createQueryClient } from '@/shared/api/query-client';
import { type FarmerRecord, recordQuery } from '@/shared/api/record';
import { EMPTY_RECORD } from '@/testing/first-answers';
import { WithRecord } from './with-record';

function Form({ record }: { record: FarmerRecord }) {
  const [place, setPlace] = useState(record.place);
  return <input aria-label="Place" value={place} onChange={(event) => setPlace(event.target.value)} />;
}

test('a form that began with what the phone knew follows the answer of the server until the farmer does something', async () => {
  const client = createQueryClient(null);
  const know = (place: string, revision: number) =>
    client.setQueryData(recordQuery.queryKey, { ...EMPTY_RECORD, place, revision } as FarmerRecord);
  know('', 1);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  root.render(
    <QueryClientProvider client={client}>
      <WithRecord>{(record) => <Form record={record} />}</WithRecord>
    </QueryClientProvider>,
  );
  const place = page.getByLabelText('Place');
  await expect.element(place).toHaveValue('');
  know('Erode', 2);
  await expect.element(place).toHaveValue('Erode');

  await place.fill('Salem');
  know('Karur', 3);
  await expect.poll(() => client.isFetching()).toBe(0);
  await expect.element(place).toHaveValue('Salem');
});
