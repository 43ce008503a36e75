import { describe, expect, it } from 'vitest';

import { verify } from '#domain/account.ts';
import { WEEK } from '#domain/instant.ts';
import { forgetPerson } from '#domain/lead.ts';
import type { Lead } from '#domain/lead.ts';
import { personKeyTexts } from '#domain/person.ts';
import type { Token, TokenPurpose } from '#domain/token.ts';
import { someAccount } from '#tests/contracts/store-samples.ts';
import { begin, shopWith } from './buyer.ts';
import { refundOf } from './refunds.ts';
import { NOW, aLeadOnOffer, openShop } from './shop.ts';
import { MONDAY, auditRecord, listedLead, seenIn } from './week.ts';

const OTHER = aLeadOnOffer({
  id: 'lead-other',
  contact: { ...aLeadOnOffer().contact, email: 'bea@example.com', phone: '(303) 555-0117' },
});

/** A shop that knows its leads' persons. */
const openShopOf = async (leads: readonly Lead[]) => {
  const record = auditRecord();
  const shop = await openShop({ leads: [...leads, OTHER], around: record.around });
  const { atomically, secrets } = shop.outside;
  await atomically(({ persons }) =>
    persons.add(
      [...leads, OTHER].flatMap(({ id, contact }) =>
        personKeyTexts(contact).map((text) => ({ key: secrets.hash(text), leadId: id, seenAt: NOW })),
      ),
    ),
  );
  return { ...shop, record, erase: (text: string) => shop.useCases.erasePerson({ text, who: 'olga' }) };
};

const erased = (counts: object) => ({
  is: 'erased',
  erased: 0,
  withdrawn: 0,
  inDelivery: 0,
  undeliverable: [],
  messages: 0,
  purchases: 0,
  accounts: 0,
  hasAccount: false,
  ...counts,
});

describe('a person who asks to be erased', () => {
  it.each([' Ann.Lee@Example.com ', '+1 512.555.0142'])(
    'is found by %s, everywhere, and nobody else is',
    async (text) => {
      const scheduled = listedLead('lead-2', MONDAY + WEEK);
      const old = listedLead('lead-3', MONDAY - WEEK);
      const shop = await openShopOf([aLeadOnOffer(), scheduled, old]);
      await shop.useCases.refreshWeek();
      expect(await shop.erase(text)).toEqual(erased({ erased: 3, withdrawn: 3 }));
      expect(await seenIn(shop)).toEqual({ listed: ['lead-other'], vaulted: [] });
      for (const id of ['lead-1', 'lead-2', 'lead-3']) {
        const lead = await shop.lead(id);
        expect(lead).toEqual(lead && forgetPerson(lead));
        expect(lead?.standing.state).toBe('withdrawn');
      }
      expect(await shop.lead('lead-other')).toEqual(OTHER);
    },
  );

  it.each(['jos\u00E9@example.com', 'jose\u0301@example.com'])(
    'is found everywhere by %j, in whichever form their accents are kept',
    async (text) => {
      const lead = aLeadOnOffer({ contact: { ...aLeadOnOffer().contact, email: 'jos\u00E9@example.com' } });
      for (const kept of ['jos\u00E9@example.com', 'jose\u0301@example.com']) {
        const shop = await openShopOf([lead]);
        const { atomically, secrets } = shop.outside;
        const [winner, loser] = [
          await begin(shop, { leadId: 'lead-other' }),
          await begin(shop, { leadId: 'lead-other' }),
        ];
        for (const buyer of [winner, loser]) await buyer.pay(kept);
        for (const buyer of [winner, loser]) await buyer.settle();
        await shop.queue.drain();
        const words = { name: 'José', subject: 'Hello', text: 'Please call me.', receivedAt: NOW, isSpam: false };
        await atomically(({ contactMessages }) => contactMessages.add({ id: secrets.id(), email: kept, ...words }));
        await atomically(({ accounts }) => accounts.add(someAccount({ email: kept })));
        expect(await shop.erase(text)).toEqual(
          erased({ erased: 1, withdrawn: 1, messages: 1, purchases: 1, hasAccount: true }),
        );
        expect(await loser.progress()).toMatchObject({ state: 'lost', buyerEmail: undefined });
      }
    },
  );

  it('is forgotten with the consent that came with them', async () => {
    const shop = await openShopOf([aLeadOnOffer()]);
    const { atomically, secrets } = shop.outside;
    const batchId = secrets.id();
    await atomically(async ({ batches }) => {
      const fileHash = secrets.hash('a file');
      await batches.add({ id: batchId, importedAt: NOW, fileHash, created: 1, end: { is: 'none' } });
      await batches.addProvenance([{ leadId: 'lead-1', batchId, line: 2, consent: { IP: '192.0.2.7' } }]);
    });
    await shop.erase('ann.lee@example.com');
    expect(await atomically(({ batches }) => batches.provenanceOf('lead-1'))).toEqual({
      leadId: 'lead-1',
      batchId,
      line: 2,
      consent: undefined,
    });
  });

  it('has written nothing to us any more, and is told of where an account is theirs', async () => {
    const shop = await openShopOf([aLeadOnOffer()]);
    const { atomically, secrets } = shop.outside;
    const write = (email: string) => {
      const id = secrets.id();
      const words = { name: 'Ann', subject: 'Hello', text: 'Please call me.', receivedAt: NOW, isSpam: false };
      return atomically(({ contactMessages }) => contactMessages.add({ id, email, ...words })).then(() => id);
    };
    const [one, another, other] = [
      await write('ann.lee@example.com'),
      await write('ann.lee@example.com'),
      await write('bea@example.com'),
    ];
    await atomically(({ accounts }) => accounts.add(someAccount({ email: 'ann.lee@example.com' })));
    expect(await shop.erase(' Ann.Lee@example.com')).toEqual(
      erased({ erased: 1, withdrawn: 1, messages: 2, hasAccount: true }),
    );
    const left = await atomically(({ contactMessages }) =>
      Promise.all([one, another, other].map(contactMessages.find)),
    );
    expect(left.map((message) => message?.id)).toEqual([undefined, undefined, other]);
    expect(await atomically(({ accounts }) => accounts.findByEmail('ann.lee@example.com'))).toBeDefined();
  });

  it('is forgotten with an account of their address that nobody has verified, and with its links', async () => {
    const shop = await openShopOf([]);
    const { atomically } = shop.outside;
    const ann = 'ann.lee@example.com';
    const bea = 'bea@example.com';
    for (const email of [ann, bea])
      expect(await shop.useCases.signUp({ email, password: 'sample-pass', fullName: 'Ann' })).toBe('registered');
    await shop.queue.drain();
    await shop.useCases.resendVerification(ann);
    await shop.queue.drain();
    const count = (await shop.mails()).length;
    await shop.useCases.resendVerification(ann);
    expect(await shop.erase(ann)).toEqual(erased({ accounts: 1 }));
    expect(shop.record.entries.at(-1)?.note).toContain('accounts 1');
    await shop.queue.drain();
    expect((await shop.mails()).length).toBe(count);
    expect(await atomically(({ accounts }) => accounts.findByEmail(ann))).toBeUndefined();
    expect(await atomically(({ accounts }) => accounts.findByEmail(bea))).toBeDefined();
  });

  it('is forgotten also where an account with another form of the address is verified, which stays', async () => {
    const shop = await openShopOf([]);
    const { atomically } = shop.outside;
    const [composed, apart] = ['jos\u00E9@example.com', 'jose\u0301@example.com'];
    await atomically(async ({ accounts }) => {
      await accounts.add(someAccount({ email: composed }));
      await accounts.add(someAccount({ email: apart, verification: { state: 'unverified' } }));
    });
    expect(await shop.erase(composed)).toEqual(erased({ accounts: 1, hasAccount: true }));
    expect(await atomically(({ accounts }) => accounts.findByEmail(composed))).toBeDefined();
    expect(await atomically(({ accounts }) => accounts.findByEmail(apart))).toBeUndefined();
  });

  it('has an account that stays, where its link is opened while they are erased', async () => {
    const ann = 'ann.lee@example.com';
    const shop = await openShop({
      around: ({ atomically, ...outside }) => ({
        ...outside,
        atomically: (work) =>
          atomically((repositories) => {
            const { accounts } = repositories;
            const findForUpdate: typeof accounts.findForUpdate = async (id) => {
              const account = await accounts.findForUpdate(id);
              return account && verify(account, NOW);
            };
            return work({ ...repositories, accounts: { ...accounts, findForUpdate } });
          }),
      }),
    });
    const { atomically } = shop.outside;
    await atomically(({ accounts }) =>
      accounts.add(someAccount({ email: ann, verification: { state: 'unverified' } })),
    );
    expect(await shop.useCases.erasePerson({ text: ann, who: 'olga' })).toEqual(erased({ hasAccount: true }));
    expect(await atomically(({ accounts }) => accounts.findByEmail(ann))).toBeDefined();
  });

  it('is forgotten as the address that an account waits for, or had before', async () => {
    const shop = await openShopOf([]);
    const { atomically } = shop.outside;
    const [ann, bea] = ['ann.lee@example.com', 'bea@example.com'];
    const accounts = [
      someAccount({ pendingEmail: ann, emailToWarn: bea }),
      someAccount({ pendingEmail: bea, emailToWarn: ann }),
    ];
    await atomically(async (repositories) => {
      for (const account of accounts) await repositories.accounts.add(account);
    });
    expect(await shop.erase(ann)).toEqual(erased({}));
    const left = await atomically((repositories) =>
      Promise.all(accounts.map(({ id }) => repositories.accounts.find(id))),
    );
    expect(left).toMatchObject([
      { pendingEmail: undefined, emailToWarn: bea },
      { pendingEmail: bea, emailToWarn: undefined },
    ]);
  });

  it('is forgotten with the links that were sent to their address for the account of somebody else', async () => {
    const shop = await openShopOf([]);
    const { atomically } = shop.outside;
    const bea = someAccount({ email: 'bea@example.com', pendingEmail: 'ann.lee@example.com' });
    const link = (email: string, purpose: TokenPurpose): Token => ({
      hash: shop.outside.secrets.hash(email),
      accountId: bea.id,
      purpose,
      email,
      createdAt: NOW,
      end: { is: 'none' },
    });
    const [toAnn, toBea] = [link('ann.lee@example.com', 'CHANGE_EMAIL'), link('bea@example.com', 'PASSWORD_RESET')];
    await atomically(async ({ accounts, tokens }) => {
      await accounts.add(bea);
      for (const one of [toAnn, toBea]) await tokens.add(one);
    });
    await shop.erase('ann.lee@example.com');
    expect(await atomically(({ tokens }) => tokens.findOpen(bea.id))).toEqual([toBea]);
  });

  it('is no buyer any more of what came to nothing, and the purchases that were paid are told of', async () => {
    const shop = await openShopOf([aLeadOnOffer()]);
    const winner = await begin(shop);
    const loser = await begin(shop);
    await winner.pay('bea@example.com');
    await loser.pay('carl@example.com');
    await winner.settle();
    await loser.settle();
    await shop.queue.drain();
    expect(await loser.progress()).toMatchObject({ state: 'lost', buyerEmail: 'carl@example.com' });
    expect(await shop.erase('Carl@Example.com')).toEqual(erased({}));
    expect(await loser.progress()).toMatchObject({ state: 'lost', buyerEmail: undefined });
    expect(await shop.erase('bea@example.com')).toEqual(erased({ erased: 1, withdrawn: 1, purchases: 1 }));
    expect(await winner.progress()).toMatchObject({ state: 'settled', buyerEmail: 'bea@example.com' });
  });

  it('is no buyer any more of what could not be collected, and is not written to', async () => {
    const { shop, manners } = await shopWith();
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    manners.collect = async () => 'lapsed';
    await dana.settle();
    expect(await dana.progress()).toMatchObject({ state: 'lapsed', buyerEmail: 'dana@example.com' });
    expect(await shop.useCases.erasePerson({ text: 'dana@example.com', who: 'olga' })).toEqual(erased({}));
    expect(await dana.progress()).toMatchObject({ state: 'lapsed', buyerEmail: undefined });
    await shop.queue.drain();
    expect(await shop.mails()).toEqual([]);
    expect(shop.queue.waiting()).toEqual([]);
  });

  it('stays known by hashes, and the audit knows no more than those', async () => {
    const shop = await openShopOf([aLeadOnOffer()]);
    await shop.erase('ann.lee@example.com');
    const [key = ''] = personKeyTexts({ email: 'ann.lee@example.com', phone: undefined }).map(
      shop.outside.secrets.hash,
    );
    expect(await shop.outside.atomically(({ persons }) => persons.seenSince([key], 0))).toEqual(new Set([key]));
    expect(shop.record.entries).toMatchObject([
      {
        at: NOW,
        who: 'olga',
        action: 'erase',
        subject: key,
        note: 'erased 1, withdrawn 1, in delivery 0, undeliverable 0, messages 0, accounts 0',
      },
    ]);
    expect(JSON.stringify(shop.record.entries)).not.toContain('ann.lee');
  });

  it('has open pages of their leads closed', async () => {
    const shop = await openShopOf([aLeadOnOffer()]);
    const dana = await begin(shop);
    await shop.erase('ann.lee@example.com');
    await shop.queue.drain();
    expect(await dana.pay('dana@example.com')).toBe(false);
    expect(await dana.progress()).toMatchObject({ state: 'lost', reason: 'not-offered' });
  });

  it('is erased from a lead that its buyer has got, and that stays sold', async () => {
    const shop = await openShopOf([aLeadOnOffer()]);
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    await dana.settle();
    expect(await shop.erase('ann.lee@example.com'), 'the mail is on its way').toEqual(erased({ inDelivery: 1 }));
    expect((await shop.lead())?.contact).toEqual(aLeadOnOffer().contact);
    await shop.queue.drain();
    expect(JSON.stringify(await shop.mails())).toContain('ann.lee@example.com');
    expect(await shop.erase('ann.lee@example.com')).toEqual(erased({ erased: 1 }));
    const lead = await shop.lead();
    expect(lead).toEqual(lead && forgetPerson(lead));
    expect(lead?.standing.state).toBe('sold');
  });

  const REFUND = { requestedAt: NOW, by: 'operator', reason: 'wrong number' } as const;
  const REFUSED = { state: 'refused', refusedAt: NOW } as const;
  const SENT = { state: 'sent', sentAt: NOW } as const;

  /** A sale that has come as far as `change` says. */
  const sold = async (change: object) => {
    const shop = await openShopOf([aLeadOnOffer()]);
    const dana = await begin(shop);
    await dana.pay('dana@example.com');
    await dana.settle();
    await shop.outside.atomically(async ({ purchases }) => {
      const purchase = await purchases.find(dana.id);
      if (purchase?.progress.state !== 'settled') throw new Error('not settled');
      await purchases.save({ ...purchase, progress: { ...purchase.progress, ...change } });
    });
    return { shop, saleNumber: (await shop.purchase(dana.id))?.saleNumber ?? '' };
  };

  it.each([
    ['its money is being collected', { state: 'won' }, false],
    ['its mail is to be sent again', { state: 'settled', delivery: { state: 'queued' }, contactLeftAt: NOW }, false],
    ['nobody has written down that it left', { state: 'settled', delivery: SENT, contactLeftAt: undefined }, false],
    ['a second mail was refused', { state: 'settled', delivery: REFUSED, contactLeftAt: NOW }, true],
    [
      'its money goes back unsent',
      { state: 'refunding', delivery: REFUSED, contactLeftAt: undefined, ...REFUND },
      false,
    ],
    ['its money goes back', { state: 'refunding', delivery: SENT, contactLeftAt: NOW, ...REFUND }, true],
  ] as const)('keeps a sold lead whole exactly while somebody may need it: %s', async (_, change, isErased) => {
    const { shop } = await sold(change);
    expect(await shop.erase('ann.lee@example.com')).toEqual(erased(isErased ? { erased: 1 } : { inDelivery: 1 }));
    expect((await shop.lead())?.contact.email).toBe(isErased ? undefined : 'ann.lee@example.com');
  });

  it('is left in a lead whose buyer can never be sent the contact until that sale, which is named, is refunded', async () => {
    const { shop, saleNumber } = await sold({ state: 'settled', delivery: REFUSED, contactLeftAt: undefined });
    expect(await shop.erase('ann.lee@example.com')).toEqual(erased({ undeliverable: [saleNumber] }));
    expect((await shop.lead())?.contact.email).toBe('ann.lee@example.com');
    expect(shop.record.entries.at(-1)?.note).toContain('in delivery 0, undeliverable 1');
    expect((await refundOf(shop, saleNumber)).is).toBe('refunded');
    expect(await shop.erase('ann.lee@example.com')).toEqual(erased({ erased: 1, withdrawn: 1 }));
    expect((await shop.lead())?.standing.state).toBe('withdrawn');
  });

  it('may ask twice, and changes nothing the second time', async () => {
    const shop = await openShopOf([aLeadOnOffer()]);
    await shop.erase('ann.lee@example.com');
    const after = await shop.lead();
    expect(await shop.erase('ann.lee@example.com')).toEqual(erased({ erased: 1 }));
    expect(await shop.lead()).toEqual(after);
  });

  it('may be unknown here, which the audit tells too', async () => {
    const shop = await openShopOf([aLeadOnOffer()]);
    expect(await shop.erase('nobody@example.com')).toEqual(erased({}));
    expect(shop.record.entries).toHaveLength(1);
  });

  it.each(['', 'Ann Lee', '12', 'a@', 'lead-1'])('is not looked for by %j', async (text) => {
    const shop = await openShopOf([aLeadOnOffer()]);
    expect(await shop.erase(text)).toEqual({ is: 'neither-email-nor-phone' });
    expect(shop.record.entries).toEqual([]);
  });
});
