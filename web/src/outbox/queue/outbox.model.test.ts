import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { CLOCKS, FARMERS, NETWORKS, REFUSALS, World } from '@/testing/outbox-world';

/** A run of `make soak` takes more. */
const RUNS = Number(process.env.GROW_SOAK_OUTBOX ?? 200);

/** A run of two hundred takes a few seconds. */
const TIMEOUT_MS = 30_000 + RUNS * 200;

type Command = fc.AsyncCommand<object, World>;

/** A step whose work goes on while the next ones are taken. */
const step = (name: string, take: (world: World) => unknown): Command => ({
  check: () => true,
  run: async (_, world) => {
    // What the phone's storage refuses is not done, and the model knows it.
    Promise.resolve(take(world)).catch(() => {});
  },
  toString: () => name,
});

const always = (name: string, take: (world: World) => unknown) => fc.constant(step(name, take));
const chosen = <Choice>(
  name: string,
  choices: readonly Choice[],
  take: (world: World, choice: Choice) => unknown,
) => fc.constantFrom(...choices).map((choice) => step(`${name} ${choice}`, (world) => take(world, choice)));

const HOUR_MS = 60 * 60 * 1000;
const CROPS = ['maize', 'onion', 'paddy'] as const;

const commands = [
  chosen('sow', CROPS, (world, crop) => world.sow(crop)),
  chosen('sow', CROPS, (world, crop) => world.sow(crop)),
  chosen('tap', CROPS, (world, crop) => world.tap(crop)),
  chosen('water', ['rain_only', 'all_season'] as const, (world, water) => world.answerWater(water)),
  always('withdraw', (world) => world.withdraw()),
  always('take back', (world) => world.takeBack()),
  chosen('network', NETWORKS, (world, network) => {
    world.network = network;
  }),
  chosen('network', NETWORKS, (world, network) => {
    world.network = network;
  }),
  chosen('the database refuses', REFUSALS, (world, refuses) => world.refuse(refuses)),
  chosen('local storage refuses', [true, false], (world, refuses) => {
    world.textsRefuse = refuses;
  }),
  always('open a tab', (world) => world.openTab()),
  always('close a tab', (world) => world.closeTab()),
  chosen('sign in', FARMERS, (world, farmer) => world.signIn(farmer)),
  always('sign out', (world) => world.signOut()),
  always('the session ends', (world) => {
    world.session = null;
  }),
  always('a new notice', (world) => {
    for (const farmer of FARMERS) world.account(farmer).hasAgreed = false;
  }),
  always('agree', (world) => world.agree()),
  chosen('clock', CLOCKS, (world, ahead) => world.setClock(ahead)),
  chosen('hours pass', [0.01, 1, 3 * 24, 61 * 24], (world, hours) => world.pass(hours * HOUR_MS)),
  always('look', (world) => world.look()),
  always('back up', (world) => world.backUp()),
  always('restore', (world) => world.restore()),
  always('an older version of the app', (world) => world.keepUnknown()),
];

afterEach(() => vi.unstubAllGlobals());

test(
  'what is kept arrives once, as the farmer left it, whatever happens on the way',
  async () => {
    // Failures are told by the end, not on the way.
    for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {});
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.commands(commands, { maxCommands: 40, size: '+1' }),
        async (scheduler, all) => {
          const world = new World(scheduler);
          vi.stubGlobal('fetch', world.fetch);
          const settle = async () => {
            for (let idle = 0; idle < 3; idle += 1) {
              await new Promise((later) => setImmediate(later));
              if (scheduler.count() > 0) idle = 0;
              await scheduler.waitIdle();
            }
          };
          await fc.scheduledModelRun(scheduler, async () => ({ model: {}, real: world }), all);
          await world.heal(settle);
          expect(await world.faults()).toEqual([]);
        },
      ),
      { numRuns: RUNS, endOnFailure: false },
    );
  },
  TIMEOUT_MS,
);
