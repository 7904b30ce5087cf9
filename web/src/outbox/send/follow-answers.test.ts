import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { type FarmerRecord, recordQuery } from '@/shared/api/record';
import { EMPTY_RECORD } from '@/testing/first-answers';
import { followAnswer } from './follow-answers';

test('a record that is answered late does not hide a newer one', async () => {
  const client = new QueryClient();
  const answered = async (revision: number, land_ha: number | null) => {
    const record = { ...EMPTY_RECORD, revision, land_ha } as FarmerRecord;
    await followAnswer(client, 'land', record);
    return client.getQueryData(recordQuery.queryKey)?.land_ha;
  };
  expect(await answered(2, 0.9105)).toBe(0.9105);
  expect(await answered(1, null)).toBe(0.9105);
  expect(await answered(3, 1)).toBe(1);
});
