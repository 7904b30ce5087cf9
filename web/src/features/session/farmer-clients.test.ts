import { expect, test } from 'vitest';
import { endOf } from '@/shared/api/query-client';
import { farmerClients } from './farmer-clients';

test('each farmer has a client, and guests have theirs', () => {
  const { of } = farmerClients();
  expect(new Set([of('meena'), of('murugan'), of(null), of('meena')]).size).toBe(3);
});

test("the next farmer's sign-in ends the client of the one before and clears its data", () => {
  const farmers = farmerClients();
  const meena = farmers.of('meena');
  meena.setQueryData(['me', 'record'], { number: '98765 43210' });
  const murugan = farmers.of('murugan');
  farmers.keepOnly('murugan');
  expect(endOf(meena).aborted).toBe(true);
  expect(meena.getQueryData(['me', 'record'])).toBeUndefined();
  expect(endOf(murugan).aborted).toBe(false);
  expect(farmers.of('murugan')).toBe(murugan);
  expect(farmers.of('meena')).not.toBe(meena);
});
