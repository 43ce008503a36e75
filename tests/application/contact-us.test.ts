import { expect, it } from 'vitest';

import { MailRefused, MailerUnavailable } from '#application/ports/mailer.ts';
import { DAY, HOUR, MINUTE } from '#domain/instant.ts';
import { mailServer } from './refunds.ts';
import { openShop } from './shop.ts';

const WRITING = { name: 'Mei', email: 'mei@example.com', subject: 'Hi', text: 'Hello there.', isSpam: false };
const REFUSED = new MailRefused('no such mailbox');

/** A shop with one message for its desk, whose mail server fails with `trouble`. */
const withMessage = async (trouble: Error) => {
  const { manners, handed, around } = mailServer();
  manners.send = () => Promise.reject(trouble);
  const shop = await openShop({ around });
  await shop.useCases.contactUs(WRITING);
  await shop.queue.drain();
  return { shop, handed, manners };
};

it.each([
  ['a mail server that is away', new MailerUnavailable('away')],
  ['the desk to take mail again, which has refused it', REFUSED],
])('a message waits for %s, and arrives once', async (_, trouble) => {
  const { shop, handed, manners } = await withMessage(trouble);
  expect(shop.queue.waiting()).toMatchObject([{ name: 'forward-message' }]);
  manners.send = undefined;
  handed.length = 0;
  shop.clock.step(MINUTE);
  await shop.queue.drain();
  expect(handed).toMatchObject([{ to: 'contact@shop.example', replyTo: 'mei@example.com' }]);
  expect(handed[0]?.text).toContain('Hello there.');
  expect(handed[0]?.text).toContain('An answer to this mail goes to the sender. We promise one within 24 hours.');
  expect(shop.queue.waiting()).toEqual([]);
});

it('a message waits for longer than a week for a mail server that is only away', async () => {
  const { shop } = await withMessage(new MailerUnavailable('away'));
  shop.clock.step(8 * DAY);
  await shop.queue.drain();
  expect(shop.queue.waiting()).toMatchObject([{ name: 'forward-message' }]);
});

it('a message that comes twice, as its answer was lost, is one', async () => {
  const { handed, around } = mailServer();
  const shop = await openShop({ around });
  await Promise.all([shop.useCases.contactUs(WRITING), shop.useCases.contactUs(WRITING)]);
  await shop.queue.drain();
  shop.clock.step(MINUTE);
  await shop.useCases.contactUs(WRITING);
  await shop.queue.drain();
  expect(handed).toHaveLength(1);
});

it.each([
  ['in other words', { text: 'Hello once more.' }],
  ['about something else', { subject: 'Ho' }],
  ['from another address', { email: 'omar@example.com' }],
  ['by somebody of another name', { name: 'Omar' }],
])('a message %s is another one, and so is the same on another day', async (_, change) => {
  const { handed, around } = mailServer();
  const shop = await openShop({ around });
  for (const writing of [WRITING, { ...WRITING, ...change }]) await shop.useCases.contactUs(writing);
  await shop.queue.drain();
  expect(handed).toHaveLength(2);
  shop.clock.step(DAY);
  await shop.useCases.contactUs(WRITING);
  await shop.queue.drain();
  expect(new Set(handed.map(({ id }) => id)).size).toBe(3);
});

it('a message that a person writes after a program has left the same as spam is mailed', async () => {
  const { handed, around } = mailServer();
  const shop = await openShop({ around });
  for (const isSpam of [true, false]) await shop.useCases.contactUs({ ...WRITING, isSpam });
  await shop.queue.drain();
  expect(handed).toHaveLength(1);
});

it('a message that is kept as spam is in the log once, by its id and without its contents; no other is', async () => {
  const shop = await openShop();
  for (const isSpam of [true, true, false]) await shop.useCases.contactUs({ ...WRITING, isSpam });
  const told = shop.log.lines.filter(({ level }) => level === 'info');
  const [{ messageId = '' } = {}] = told;
  expect(told).toEqual([{ level: 'info', event: 'contact message kept as spam', messageId }]);
  const kept = await shop.outside.atomically(({ contactMessages }) => contactMessages.find(messageId));
  expect(kept).toMatchObject({ ...WRITING, isSpam: true });
});

it('a message tells the name that somebody gave apart from the address that is answered', async () => {
  const { handed, around } = mailServer();
  const shop = await openShop({ around });
  await shop.useCases.contactUs({ ...WRITING, name: 'Ann <ann@shop.example> \u202E' });
  await shop.queue.drain();
  expect(handed[0]?.text.split('\n')).toEqual(
    expect.arrayContaining(['Name: Ann <ann@shop.example> \u202E', 'Email: mei@example.com']),
  );
});

it('a message that the desk refuses is an error in the log with its id each time, and is given up after a week', async () => {
  const { shop, handed } = await withMessage(REFUSED);
  const [job] = shop.queue.waiting();
  const refusals = () => shop.log.lines.filter(({ event }) => event === 'contact message refused by the mail server');
  const messageId = job?.name === 'forward-message' ? job.messageId : 'none';
  expect(refusals()).toEqual([
    { level: 'error', event: 'contact message refused by the mail server', messageId, error: REFUSED },
  ]);
  shop.clock.step(7 * DAY - HOUR);
  await shop.queue.drain();
  expect(shop.queue.waiting()).toHaveLength(1);
  shop.clock.step(HOUR);
  await shop.queue.drain();
  expect(shop.queue.waiting()).toEqual([]);
  expect(refusals()).toHaveLength(3);
  expect(handed).toHaveLength(3);
});
