import { setTimeout as wait } from 'node:timers/promises';

import { dollarsOf } from '#domain/money.ts';
import type { Dice } from '#tests/race/dice.ts';
import type { Offer } from '#tests/race/offers.ts';
import type { Shop, Which } from '#tests/race/shop.ts';
import type { Witness } from '#tests/race/truth.ts';
import { PASSWORD } from './everyday.ts';
import type { Guest, Reply, Wish } from './guest.ts';

/** What everybody finds in the shop. */
export type Scene = {
  readonly offers: readonly Offer[];
  readonly coupon: string;
  readonly members: readonly string[];
};

type Bustle = {
  /** Lets everybody end what they are at; answers what they were told. */
  readonly stop: () => Promise<readonly Witness[]>;
};

const whichOf = (dice: Dice): Which => (dice.throwOne() < 0.5 ? 0 : 1);

/** People who list, check coupons, buy, pay and sign in at two processes, each one thing after the other, until they are stopped. */
export const bustleIn = (shop: Shop, guest: Guest, scene: Scene, count: number, dice: Dice): Bustle => {
  const { offers, coupon, members } = scene;
  const witnesses: Witness[] = [];
  let isOver = false;

  const ask = (own: Dice, wish: Wish, expected: readonly number[]): Promise<Reply | undefined> =>
    guest(shop.address(whichOf(own)), wish, expected);

  /** Somebody who has a page open does not go away before it has been taken. */
  const insist = async (own: Dice, wish: Wish, expected: readonly number[]): Promise<Reply | undefined> => {
    for (let tries = 0; tries < 200 && !isOver; tries += 1) {
      const reply = await ask(own, wish, expected);
      if (reply !== undefined) return reply;
      await wait(100);
    }
    return undefined;
  };

  const list = (own: Dice) => ask(own, { path: `/api/good-lead/unsold?page=${own.between(1, 4)}` }, [200]);

  const check = (own: Dice, { id, price }: Offer) => {
    const json = { couponCode: coupon, amount: dollarsOf(price), leadId: id };
    return ask(own, { path: '/api/stripe/validate-coupon', method: 'POST', json }, [200]);
  };

  const signIn = async (own: Dice): Promise<void> => {
    const form = { username: members[own.between(0, members.length - 1)] ?? '', password: PASSWORD };
    const reply = await ask(own, { path: '/api/auth/login', method: 'POST', form }, [200]);
    // A session that was given is one, whatever happens: nobody is told that it is none.
    if (reply !== undefined) await ask(own, { path: '/api/auth/me', cookie: reply.cookie }, [200]);
  };

  const buy = async (own: Dice, { id, price }: Offer, email: string): Promise<void> => {
    const json = { leadId: id, amount: dollarsOf(price) };
    const opening = { path: '/api/stripe/create-checkout-session', method: 'POST', json } as const;
    const opened = await ask(own, opening, [200, 409]);
    if (opened?.status !== 200 || own.throwOne() < 0.2) return;
    const { id: ref, url } = JSON.parse(opened.text) as { readonly id: string; readonly url: string };
    const form = { outcome: 'pay', email };
    // 200 tells that the shop has closed the checkout, as somebody else was sooner.
    await insist(own, { path: new URL(url).pathname, method: 'POST', form }, [200, 303]);
    const path = `/api/stripe/checkout-session?session_id=${ref}&lead=${id}`;
    const seen = await ask(own, { path, cookie: opened.cookie }, [200]);
    const { status } = JSON.parse(seen?.text ?? '{}') as { readonly status?: string };
    if (status === 'paid' || status === 'failed') witnesses.push({ told: status, ref, email });
  };

  const live = async (number: number): Promise<void> => {
    const own = dice.of(number);
    for (let turn = 0; !isOver; turn += 1) {
      const offer = offers[own.between(0, offers.length - 1)];
      if (offer === undefined) throw new Error('there is no lead to buy');
      switch (own.pick({ list: 4, check: 2, 'sign-in': 1, buy: 3 })) {
        case 'list':
          await list(own);
          break;
        case 'check':
          await check(own, offer);
          break;
        case 'sign-in':
          await signIn(own);
          break;
        case 'buy':
          await buy(own, offer, `buyer-${number}-${turn}@people.example`);
      }
    }
  };

  const lives = Promise.all(Array.from({ length: count }, (_, number) => live(number)));
  return {
    stop: async () => {
      isOver = true;
      await lives;
      return witnesses;
    },
  };
};
