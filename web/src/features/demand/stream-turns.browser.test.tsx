import { expect, test } from 'vitest';
import { takeTurn } from './stream-turns';

/** Asks for a stream. */
function ask() {
  let giveBack = () => {};
  const isTaken = new Promise<boolean>((answer) => {
    giveBack = takeTurn(answer);
  });
  return { giveBack, isTaken };
}

test('the tabs of a browser have three streams together, and one that is given back goes to the next', async () => {
  const tabs = Array.from({ length: 4 }, ask);
  const answers = await Promise.all(tabs.map(({ isTaken }) => isTaken));
  expect(answers.filter(Boolean)).toHaveLength(3);
  tabs[answers.indexOf(true)]?.giveBack();
  await expect
    .poll(async () => {
      const next = ask();
      tabs.push(next);
      return await next.isTaken;
    })
    .toBe(true);
  for (const { giveBack } of tabs) giveBack();
});
