import { setTimeout as wait } from 'node:timers/promises';

import { dollarsOf } from '#domain/money.ts';
import type { Dice } from '#tests/race/dice.ts';
import type { Offer } from '#tests/race/offers.ts';
import type { Witness } from '#tests/race/truth.ts';
import { customerOf } from './customer.ts';
import type { Wish } from './guest.ts';

/** A process of the shop as its customers see it. */
export type Door = { readonly address: string; readonly isAskedToStop: () => boolean };

type Street = {
  /** Where somebody goes who comes, or was refused. */
  readonly door: () => Door;
  readonly offers: readonly Offer[];
  readonly wrong: (what: string) => void;
  readonly done: () => void;
};

/** Of all customers together. */
export type Memory = { opened: number; told: number; refused: number; readonly witnesses: Witness[] };

type Shown = { readonly status: number; readonly text: string; readonly cookie: string | undefined };

/** Asks until it is answered, at another process when one has closed. Nothing but a closed door may keep an answer from anybody. */
const askingBy = (keeps: boolean, { door, wrong, done }: Street, memory: Memory) => {
  const customer = customerOf(keeps);
  let at = door();
  let isKnown = false;

  const goOver = (): void => {
    const next = door();
    if (next.address === at.address) return;
    at = next;
    isKnown = false;
  };

  const ask = async (wish: Wish): Promise<Shown | undefined> => {
    for (let tries = 0; tries < 200; tries += 1) {
      const what = `${wish.method ?? 'GET'} ${wish.path.slice(0, 50)}`;
      const fate = await customer.ask(at.address, wish);
      const isStopping = at.isAskedToStop();
      switch (fate.is) {
        case 'answered':
          isKnown = true;
          done();
          // Busy, but an answer: a place in the pool may be long in coming.
          if (fate.status !== 503) return fate;
          await wait(50);
          continue;
        case 'broken':
        case 'silent':
          wrong(`${what}: its answer was ${fate.is === 'broken' ? 'broken off' : 'never given'}`);
          return undefined;
        case 'cut':
          if (fate.isKept || !isStopping) wrong(`${what}: cut off on a connection that nobody had said would end`);
          break;
        case 'refused':
          if (!isStopping) wrong(`${what}: refused by a process that was not asked to stop`);
          if (keeps && isKnown && !customer.isTold())
            wrong('a connection was kept, and ended without `Connection: close`');
          if (keeps && isKnown && customer.isTold()) memory.told += 1;
      }
      memory.refused += 1;
      goOver();
      await wait(20);
    }
    wrong('nobody answers any more');
    return undefined;
  };
  return { ask, leave: customer.leave };
};

/** Looks around, or buys a lead and waits for the verdict, until `isOver`. */
export const shopUntil = async (
  isOver: () => boolean,
  street: Street,
  {
    name,
    keeps,
    dice,
    memory,
  }: { readonly name: string; readonly keeps: boolean; readonly dice: Dice; readonly memory: Memory },
): Promise<void> => {
  const { ask, leave } = askingBy(keeps, street, memory);
  const expect = (shown: Shown | undefined, ...statuses: readonly number[]): Shown | undefined => {
    if (shown === undefined || statuses.includes(shown.status)) return shown;
    street.wrong(`${name} was answered ${shown.status}: ${shown.text.slice(0, 200)}`);
    return undefined;
  };

  const buy = async ({ id, price }: Offer, email: string): Promise<void> => {
    const json = { leadId: id, amount: dollarsOf(price) };
    const opened = expect(await ask({ path: '/api/stripe/create-checkout-session', method: 'POST', json }), 200, 409);
    if (opened?.status !== 200) return;
    memory.opened += 1;
    const { id: ref, url } = JSON.parse(opened.text) as { readonly id: string; readonly url: string };
    // The shop closes a checkout when somebody else was sooner: it says so instead of leading on.
    const paid = await ask({ path: new URL(url).pathname, method: 'POST', form: { outcome: 'pay', email } });
    expect(paid, paid?.text.includes('This checkout is closed.') === true ? 200 : 303);
    for (let looks = 0; looks < 100; looks += 1) {
      const path = `/api/stripe/checkout-session?session_id=${ref}&lead=${id}`;
      const { status } = JSON.parse(expect(await ask({ path, cookie: opened.cookie }), 200)?.text ?? '{}') as {
        readonly status?: string;
      };
      if (status === 'paid' || status === 'failed') return void memory.witnesses.push({ told: status, ref, email });
      await wait(50);
    }
    street.wrong(`${email} never learned what became of the payment`);
  };

  for (let turn = 0; !isOver(); turn += 1) {
    const offer = street.offers[dice.between(0, street.offers.length - 1)];
    if (offer !== undefined && dice.throwOne() < 0.25) await buy(offer, `${name}-${turn}@people.example`);
    else expect(await ask({ path: `/api/good-lead/unsold?page=${dice.between(1, 5)}` }), 200);
    await wait(dice.between(0, 20));
  }
  leave();
};
