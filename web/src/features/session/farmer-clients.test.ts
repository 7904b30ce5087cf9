import { expect, test } from 'vitest';
import { endOf } from '@/shared/api/query-client';
import { farmerClients } from './farmer-clients';

test('each farmer has a client, and guests have theirs', () => {
  const { clientFor } = farmerClients();
  expect(new Set([clientFor('meena'), clientFor('murugan'), clientFor(null), clientFor('meena')]).size).toBe(
    3,
  );
});

test("the next farmer's sign-in ends the client of the one before and clears its data", () => {
  const farmers = farmerClients();
  const meena = farmers.clientFor('meena');
  meena.setQueryData(['me', 'record'], { number: '98765 43210' });
  const murugan = farmers.clientFor('murugan');
  farmers.keepOnly('murugan');
  expect(endOf(meena).aborted).toBe(true);
  expect(meena.getQueryData(['me', 'record'])).toBeUndefined();
  expect(endOf(murugan).aborted).toBe(false);
  expect(farmers.clientFor('murugan')).toBe(murugan);
  expect(farmers.clientFor('meena')).not.toBe(meena);
});
