import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { diceOf } from '#tests/race/dice.ts';
import { monthScenes } from './months.ts';
import { orderScenes } from './orders.ts';
import { firstSeed, isLong, prove, reach, sabotaged } from './promise.ts';
import type { Tally } from './promise.ts';
import type { Around } from './restarts.ts';
import { believing, forgetful } from './sabotage/notifications.ts';
import { serverStore } from './server-store.ts';
import { sweepsUntilEnd, tell } from './story.ts';
import type { Scene } from './story.ts';

type Named = Scene & { readonly name: string };

const IN_MEMORY = [...orderScenes(), ...monthScenes()];

/** So many sequences, of each scene in turn. */
const sequences =
  (scenes: readonly Named[], count: number, around?: Around) =>
  async ({ done, wrong, goesOn }: Tally): Promise<void> => {
    const dice = diceOf(firstSeed);
    for (let number = 0; number < count && goesOn(); number += 1) {
      const scene = scenes[number % scenes.length];
      if (scene === undefined) throw new Error('there is no scene');
      for (const what of await tell(scene, dice.of(number), around))
        wrong(`sequence ${number}, ${scene.name}: ${what}`);
      done();
    }
  };

const AT_MOST = 10_000;

describe('notifications that come several times, in any order, late or never', () => {
  test('lead to the same end, whatever the success page and the sweep do between', async () => {
    const count = reach(500, AT_MOST);
    await prove('I4', { what: 'sequences' }, sequences(IN_MEMORY, count));
  });

  describe('on the real PostgreSQL', () => {
    let server: Awaited<ReturnType<typeof serverStore>>;
    beforeAll(async () => void (server = await serverStore()));
    afterAll(() => server.close());

    test('lead to the same end there', async () => {
      const scenes = [...orderScenes(server.storeWith), ...monthScenes(server.storeWith)].map((scene) => ({
        ...scene,
        open: async (around?: Around) => {
          await server.empty();
          return scene.open(around);
        },
      }));
      await prove('I4', { what: 'sequences on PostgreSQL' }, sequences(scenes, reach(14, 400)));
    });
  });

  test('need not come at all: two sweeps settle what was paid, and end what was left', async () => {
    const scenes = IN_MEMORY.filter(({ name }) => /is paid$|costs nothing|is left|is beaten/.test(name));
    expect(scenes).toHaveLength(6);
    await prove('I4', { what: 'scenes without a notification' }, async ({ done, wrong }) => {
      for (const scene of scenes) {
        const sweeps = await sweepsUntilEnd(scene, 2);
        if (sweeps === undefined) wrong(`${scene.name} was not settled by two sweeps`);
        done();
      }
    });
  });

  test.each([
    ['what they say is believed', 'an order', believing, /ended as/],
    ['what they say is believed', 'a subscription', believing, /ended as|not what the provider has/],
    ['they are remembered by the process only', 'an order', forgetful, /were acted on/],
    ['they are remembered by the process only', 'a subscription', forgetful, /were acted on/],
  ])('are noticed when %s, of %s', async (how, whose, around, sign) => {
    const scenes = IN_MEMORY.filter(({ name }) => name.startsWith(whose));
    await sabotaged('I4', { how: `${how}, of ${whose}`, sign }, sequences(scenes, isLong ? AT_MOST : 500, around));
  });
});
