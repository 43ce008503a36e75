import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';

import { answer, calls, ok, OMAR, open, toasts, unreachable, useAccounts } from '#tests/support/accounts.tsx';
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { Toaster } from '#web/components/toaster.tsx';
import { ContactUs } from '#web/screens/contact-us.tsx';
import { meetVisitor } from '#web/stores/visitor.ts';
import { held } from './held.ts';

useWebApi();
useAccounts();

const field = (label: string) => screen.getByLabelText<HTMLInputElement | HTMLTextAreaElement>(label);
const FAILED = 'Something went wrong while sending your message. Please try again.';
const GOOD = { Name: 'Dana', Email: 'Dana@agents.example', Subject: 'A lead', Message: 'I lost the e-mail.' };

const send = async (differences: Partial<typeof GOOD> = {}) => {
  const user = userEvent.setup();
  open('/contact-us', <ContactUs />);
  for (const [label, text] of Object.entries({ ...GOOD, ...differences }))
    if (text !== '') await user.type(field(label), text);
  await user.click(screen.getByRole('button', { name: 'Send Message' }));
  return user;
};

describe('the contact form', () => {
  test("is titled 'Contact Us' and 'Send us a Message', and promises a reply within 24 hours", () => {
    open('/contact-us', <ContactUs />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Contact Us');
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Send us a Message');
    expect(screen.getByText(/within 24 hours/)).toBeDefined();
    expect(field('Message').getAttribute('rows')).toBe('5');
    expect([field('Name').autocomplete, field('Email').autocomplete]).toEqual(['name', 'email']);
  });

  test("sends the message, says 'Message Sent!' and is empty again", async () => {
    answer('POST contact', ok);
    await send();
    await waitFor(() =>
      expect(toasts()).toEqual(["Message Sent!: Thank you for contacting us. We'll get back to you within 24 hours."]),
    );
    expect(calls.map(({ call, type, body }) => ({ call, type, body: JSON.parse(body) as unknown }))).toEqual([
      {
        call: 'POST contact',
        type: 'application/json',
        body: {
          name: 'Dana',
          email: 'dana@agents.example',
          subject: 'A lead',
          message: 'I lost the e-mail.',
          website: '',
        },
      },
    ]);
    expect(Object.keys(GOOD).map((label) => field(label).value)).toEqual(['', '', '', '']);
  });

  test('says in place that it is sent and where the reply goes, until the next one is begun', async () => {
    answer('POST contact', ok);
    const user = await send();
    const sent = await screen.findByText(/^Message sent\./);
    expect(sent.textContent).toBe("Message sent. We'll get back to you at dana@agents.example within 24 hours.");
    await user.type(field('Subject'), 'A');
    expect(screen.queryByText(/^Message sent\./)).toBeNull();
  });

  test('names the sale that it was opened for, and its buyer, who may write something else', async () => {
    history.replaceState({ email: 'dana@agents.example' }, '', '/contact-us?lead=HL-7K2M-9QXD');
    render(<ContactUs />);
    expect([field('Subject').value, field('Email').value]).toEqual(['Lead HL-7K2M-9QXD', 'dana@agents.example']);
    await userEvent.clear(field('Subject'));
    await userEvent.type(field('Subject'), 'Another');
    act(() => meetVisitor(OMAR));
    expect(Object.keys(GOOD).map((label) => field(label).value)).toEqual([
      'Omar Haddad',
      'dana@agents.example',
      'Another',
      '',
    ]);
  });

  test('asks for another address where the one of the sale takes no mail, whoever is signed in', () => {
    history.replaceState({ email: '' }, '', '/contact-us?lead=HL-7K2M-9QXD');
    render(<ContactUs />);
    act(() => meetVisitor(OMAR));
    expect([field('Name').value, field('Email').value]).toEqual(['Omar Haddad', '']);
  });

  test.each(['HL-7K2M-9QXD urgent', 'hl-7k2m-9qxd', 'Free money', ''])(
    'takes no other words from its address: %s',
    (lead) => {
      history.replaceState(null, '', `/contact-us?${new URLSearchParams({ lead })}`);
      render(<ContactUs />);
      expect(field('Subject').value).toBe('');
    },
  );

  test('knows who is signed in, and does after the message is sent', async () => {
    answer('POST contact', ok);
    meetVisitor(OMAR);
    const user = await send({ Name: '', Email: '' });
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ name: 'Omar Haddad', email: 'omar@example.com' });
    const filled = () => Object.keys(GOOD).map((label) => field(label).value);
    expect(filled()).toEqual(['Omar Haddad', 'omar@example.com', '', '']);
    await user.type(field('Name'), ' Jr.');
    expect(filled()[0]).toBe('Omar Haddad Jr.');
  });

  test('fills in who is met late, over nothing that was typed, and forgets who leaves', async () => {
    open('/contact-us', <ContactUs />);
    await userEvent.type(field('Name'), 'The office');
    act(() => meetVisitor(OMAR));
    expect([field('Name').value, field('Email').value]).toEqual(['The office', 'omar@example.com']);
    act(() => meetVisitor('nobody'));
    expect([field('Name').value, field('Email').value]).toEqual(['The office', '']);
  });

  test('leaves an address that was typed to whoever is met late', async () => {
    open('/contact-us', <ContactUs />);
    await userEvent.type(field('Email'), 'office@agents.example');
    act(() => meetVisitor(OMAR));
    expect([field('Name').value, field('Email').value]).toEqual(['Omar Haddad', 'office@agents.example']);
  });

  test("takes 'Message Sent!' back when the next one is sent", async () => {
    answer('POST contact', ok, () => failure(500, 'UNEXPECTED', 'Oops.'));
    render(<Toaster />);
    const user = await send();
    await screen.findByText('Message Sent!');
    for (const [label, text] of Object.entries(GOOD)) await user.type(field(label), text);
    await user.click(screen.getByRole('button', { name: 'Send Message' }));
    expect(await screen.findByRole('dialog', { name: 'Error' })).toBeDefined();
    await waitFor(() => expect(screen.queryByText('Message Sent!')).toBeNull());
  });

  test('has a field that no person meets, by sight, by Tab or by ear', async () => {
    answer('POST contact', ok);
    await send();
    const trap = document.querySelector<HTMLInputElement>('input[name=website]');
    expect(trap?.tabIndex).toBe(-1);
    expect(trap?.autocomplete).toBe('off');
    expect(trap?.closest('[aria-hidden=true]')).not.toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Leave this empty' })).toBeNull();
  });

  test('has no password manager fill that field: what a person writes would count as spam', () => {
    open('/contact-us', <ContactUs />);
    const trap = document.querySelector<HTMLInputElement>('input[name=website]');
    expect(trap?.dataset).toMatchObject({ '1pIgnore': 'true', bwignore: 'true', lpignore: 'true', formType: 'other' });
    // Nor a browser, by its label.
    expect(trap?.labels?.[0]?.textContent).toBe('Leave this empty');
  });

  test('says under each field what is wrong', async () => {
    await send({ Name: '', Email: 'dana', Subject: ' ', Message: 'Too short' });
    await screen.findByText('Name is required');
    for (const text of ['Invalid email address', 'Subject is required', 'Message must be at least 10 characters'])
      expect(screen.getByText(text)).toBeDefined();
    expect(document.activeElement).toBe(field('Name'));
    expect(calls).toEqual([]);
  });

  test('says once how long a message must be', async () => {
    await send({ Message: 'Too short' });
    await screen.findByText('Message must be at least 10 characters');
    expect(screen.queryByText('At least 10 characters')).toBeNull();
  });

  test('takes no more than the server does, cuts nothing off and says so under each field', async () => {
    answer('POST contact', ok);
    open('/contact-us', <ContactUs />);
    const user = userEvent.setup();
    const paste = async (longer: 0 | 1) => {
      for (const [label, longest] of Object.entries({ Name: 120, Subject: 200, Message: 5000 })) {
        await user.clear(field(label));
        await user.click(field(label));
        await user.paste('x'.repeat(longest + longer));
        expect(field(label).value).toHaveLength(longest + longer);
      }
      await user.clear(field('Email'));
      await user.type(field('Email'), `dana@${'x'.repeat(longer * 250)}agents.example`);
      await user.click(screen.getByRole('button', { name: 'Send Message' }));
    };
    await paste(1);
    for (const text of [
      'Name must have at most 120 characters',
      'Email address must have at most 254 characters',
      'Subject must have at most 200 characters',
      'Message must have at most 5,000 characters',
    ])
      expect(await screen.findByText(text)).toBeDefined();
    expect(calls).toEqual([]);
    await paste(0);
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(calls).toHaveLength(1);
  });

  test.each([
    ['a fault of the server', () => failure(500, 'UNEXPECTED', 'Oops.'), FAILED],
    ['no server', unreachable, 'We could not reach the server. Check your connection and try again.'],
    ['a fault of no field', () => failure(400, 'INVALID_INPUT', 'Bad.', { fields: { body: 'is odd' } }), FAILED],
    ['too many messages', () => failure(429, 'TOO_MANY_TRIES', 'Wait a little.'), 'Wait a little.'],
  ])('keeps the message after %s', async (_name, reply, text) => {
    answer('POST contact', reply);
    await send();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(toasts()).toEqual([`Error: ${FAILED}`]);
    expect(field('Message').value).toBe(GOOD.Message);
  });

  test('tells whoever has left meanwhile, too, that the message did not get through', async () => {
    const reply = held();
    answer('POST contact', () => reply.released.then(unreachable));
    await send();
    cleanup();
    reply.release();
    await waitFor(() => expect(toasts()).toEqual([`Error: ${FAILED}`]));
  });

  test('has the focus in the first of the fields that the server refuses', async () => {
    const fields = { name: 'Name is too odd', subject: 'Subject is too odd' };
    answer('POST contact', () => failure(400, 'INVALID_INPUT', 'Bad.', { fields }));
    await send();
    expect(await screen.findByText(fields.subject)).toBeDefined();
    expect(document.activeElement).toBe(field('Name'));
  });

  test("says 'Sending...' while busy and sends once", async () => {
    const reply = held();
    answer('POST contact', async () => {
      await reply.released;
      return ok();
    });
    const user = await send();
    await user.click(await screen.findByRole('button', { name: 'Sending...' }));
    reply.release();
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(calls).toHaveLength(1);
  });
});
