import { describe, expect, it } from 'vitest';

import { MailInDoubt, MailRefused, MailerUnavailable } from '#application/ports/mailer.ts';
import { shopWith } from './buyer.ts';
import { buy, mailServer, refundOf } from './refunds.ts';

/** What the mail server answers. Only two of them may have let the contact go. */
const ANSWERS = {
  taken: undefined,
  'in doubt': new MailInDoubt('silent'),
  down: new MailerUnavailable('down'),
  refused: new MailRefused('no such mailbox'),
};

type Answer = keyof typeof ANSWERS;

/**
 * A purchase whose delivery runs twice at once: a job that outlived its lease, and the one that took its place. Both mails are
 * with the mail server, which answers when it is told to.
 */
const twiceAtOnce = async () => {
  const server = mailServer();
  const { shop } = await shopWith({ around: server.around });
  const dana = await buy(shop);
  const begin = async () => {
    const [handed, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    server.manners.send = () => {
      handed.resolve();
      return answered.promise;
    };
    const job = shop.useCases.doJob({ name: 'deliver-lead', purchaseId: dana.id }).catch(() => undefined);
    await handed.promise;
    return async (answer: Answer): Promise<void> => {
      const error = ANSWERS[answer];
      if (error === undefined) answered.resolve();
      else answered.reject(error);
      await job;
    };
  };
  const [first, second] = [await begin(), await begin()];
  server.manners.send = undefined;
  return {
    first,
    second,
    refund: () => refundOf(shop, dana.id),
    standing: async () => (await shop.lead())?.standing.state,
  };
};

describe('two deliveries of one purchase at the same moment', () => {
  it('leave the contact gone when the mail server was down for the first and took the second', async () => {
    const { first, second, refund, standing } = await twiceAtOnce();
    await first('down');
    await second('taken');
    expect(await refund()).toMatchObject({ is: 'refunded', wasDelivered: true });
    expect(await standing()).toBe('withdrawn');
  });

  it('let no refund list the lead again while the second mail is still on its way', async () => {
    const { first, second, refund, standing } = await twiceAtOnce();
    await first('down');
    expect(await refund()).toMatchObject({ is: 'refunded', wasDelivered: true });
    await second('taken');
    expect(await standing()).toBe('withdrawn');
  });

  it('never end with a lead on the list whose contact may have left, whatever is answered in whatever order', async () => {
    const answers = Object.keys(ANSWERS) as Answer[];
    for (const one of answers)
      for (const other of answers)
        for (const order of ['first, second', 'second, first'])
          for (const refundedAfter of [0, 1, 2]) {
            const { first, second, refund, standing } = await twiceAtOnce();
            const steps = [() => first(one), () => second(other)];
            if (order === 'second, first') steps.reverse();
            for (const step of steps.toSpliced(refundedAfter, 0, async () => void (await refund()))) await step();
            const mayHaveLeft = [one, other].some((answer) => answer === 'taken' || answer === 'in doubt');
            const told = `${one}, ${other}, answered ${order}, refunded after ${refundedAfter}`;
            if (mayHaveLeft) expect([told, await standing()]).toEqual([told, 'withdrawn']);
          }
  });
});
