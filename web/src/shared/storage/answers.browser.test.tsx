import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { answersOf } from './answers';
import { database } from './database';
import { purgeAnswers } from './purge-answers';

const DAY_MS = 24 * 60 * 60 * 1000;
const FARMERS = ['meena', 'ravi'] as const;
const START = Date.parse('2026-06-01T06:00:00Z');

afterEach(async () => {
  vi.useRealTimers();
  await (await database()).clear('answers');
});

/** The app starts, signed in or not, some days after the last start; then an answer comes for who is signed in. */
const starts = fc.array(
  fc.record({
    days: fc.constantFrom(0, 1, 3, 6, 8, 30, 61),
    farmer: fc.constantFrom(...FARMERS, null),
    answer: fc.constantFrom('record', 'advice', 'sowings', null),
  }),
  { maxLength: 12 },
);

const kept = async () => {
  const all = await (await database()).getAll('answers');
  return all.filter(({ hash }) => hash !== '').map(({ farmer, hash }) => `${farmer} ${hash}`);
};

class Model {
  readonly answers = new Map<string, { farmer: string; at: number }>();
  readonly #endedAt = new Map<string, number>();

  start(farmer: string | null, now: number): void {
    const owners = new Set([...this.answers.values()].map((answer) => answer.farmer));
    for (const one of FARMERS) {
      if (one === farmer || !owners.has(one)) this.#endedAt.delete(one);
      else this.#endedAt.set(one, this.#endedAt.get(one) ?? now);
    }
    for (const [name, { farmer: owner, at }] of this.answers) {
      const isOver = now - (this.#endedAt.get(owner) ?? now) >= 7 * DAY_MS;
      if (isOver || now - at >= 60 * DAY_MS) this.answers.delete(name);
    }
  }
}

test('answers go after 60 days, and a week after the first start without the session of their farmer', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await fc.assert(
    fc.asyncProperty(starts, async (all) => {
      await (await database()).clear('answers');
      const model = new Model();
      let now = START;
      for (const { days, farmer, answer } of all) {
        now += days * DAY_MS;
        vi.setSystemTime(now);
        model.start(farmer, now);
        await purgeAnswers(farmer);
        expect((await kept()).toSorted()).toEqual([...model.answers.keys()].toSorted());
        if (!farmer || !answer) continue;
        await answersOf(farmer).write([{ hash: answer, data: 1, at: now }]);
        model.answers.set(`${farmer} ${answer}`, { farmer, at: now });
      }
    }),
    { numRuns: 60 },
  );
});
