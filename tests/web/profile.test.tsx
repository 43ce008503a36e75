import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Link, Route } from 'wouter';

import {
  answer,
  callsOf,
  here,
  ok,
  OMAR,
  open,
  signedIn,
  toasts,
  unreachable,
  useAccounts,
} from '#tests/support/accounts.tsx';
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { Header } from '#web/components/header.tsx';
import { lastArrival } from '#web/navigation.ts';
import { Profile } from '#web/screens/profile.tsx';
import { useToasts } from '#web/stores/toasts.ts';
import { meetVisitor } from '#web/stores/visitor.ts';
import { held } from './held.ts';

useWebApi();
useAccounts();

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.getByRole('button', { name });
const editButton = () => screen.findByRole('button', { name: 'Edit Profile' });
const saved = () => callsOf('PUT auth/me').map(({ body }) => JSON.parse(body) as unknown);

const Page = () => (
  <>
    <Header />
    <Route path="/profile" component={Profile} />
    <Link href="/elsewhere">Elsewhere</Link>
    <Link href="/profile">My profile</Link>
  </>
);

const openProfile = async (...users: Parameters<typeof signedIn>) => {
  answer('GET auth/me', signedIn(...users));
  open('/profile', <Page />);
  await editButton();
  return userEvent.setup();
};
const edit = async (...users: Parameters<typeof signedIn>) => {
  const user = await openProfile(...users);
  await user.click(button('Edit Profile'));
  return user;
};
const retype = async (user: ReturnType<typeof userEvent.setup>, label: string, text: string) => {
  await user.clear(field(label));
  if (text !== '') await user.type(field(label), text);
};

const confirm = vi.fn<(question?: string) => boolean>();
beforeEach(() => {
  confirm.mockReset().mockReturnValue(false);
  vi.stubGlobal('confirm', confirm);
});

describe('the profile', () => {
  test('shows a summary: name, badge, e-mail, phone, location or N/A, subscription', async () => {
    await openProfile();
    const summary = within(screen.getByRole('region', { name: 'Omar Haddad' }));
    for (const text of ['Active User', 'omar@example.com', '(512) 555-0100', 'N/A', 'Not Subscribed'])
      expect(summary.getByText(text)).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Profile');
    expect(document.title).toBe('Profile | Homelead');
    expect(screen.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/lead-vault-dashboard');
  });

  test('sets the phone number alike in its two places', async () => {
    await openProfile();
    const numbers = screen.getAllByText('(512) 555-0100');
    expect(numbers.map((number) => number.closest('.figures'))).toEqual([null, null]);
  });

  test("of a subscriber says 'Subscribed on' with day, long month and year, and offers no second subscription", async () => {
    await openProfile({ isSubscribed: true, subscriptionDate: '2026-11-14T12:00:00.000Z' });
    expect(screen.getByText('Subscribed on November 14, 2026')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Subscribe Now' })).toBeNull();
  });

  test("offers 'Subscribe Now' to whoever is not subscribed", async () => {
    await openProfile();
    expect(within(screen.getByRole('region', { name: 'Subscription' })).getByRole('button').textContent).toContain(
      'Subscribe Now',
    );
  });

  test('is only read until it is edited', async () => {
    await openProfile();
    expect(screen.queryByRole('textbox')).toBeNull();
    await userEvent.click(button('Edit Profile'));
    expect(screen.queryByRole('button', { name: 'Edit Profile' })).toBeNull();
    expect(['Full Name', 'Email Address', 'Phone Number', 'Location'].map((label) => field(label).value)).toEqual([
      'Omar Haddad',
      'omar@example.com',
      '(512) 555-0100',
      '',
    ]);
    expect([field('Full Name'), field('Email Address'), field('Phone Number')].map((one) => one.autocomplete)).toEqual([
      'name',
      'email',
      'tel',
    ]);
    expect(document.activeElement).toBe(field('Full Name'));
  });

  test('sends who is not signed in to the sign-in, which leads back', async () => {
    open('/profile?from=%2541', <Page />);
    await waitFor(() => expect(here()).toBe(`/signin?next=${encodeURIComponent('/profile?from=%2541')}`));
  });

  test('that is on show when the session ends elsewhere gives way to the sign-in, as after a link', async () => {
    await openProfile();
    expect(lastArrival()).toBe('load');
    act(() => meetVisitor('nobody'));
    await waitFor(() => expect(here()).toBe('/signin?next=%2Fprofile'));
    expect(lastArrival()).toBe('link');
  });

  test("that cannot be loaded reads 'Failed to load user details.', is not taken for signed out, and can be tried again", async () => {
    answer('GET auth/me', unreachable, signedIn());
    open('/profile', <Page />);
    expect(await screen.findByText('Failed to load user details.')).toBeDefined();
    await waitFor(() => expect(toasts()).toContain('Error: Failed to load user details.'));
    expect(here()).toBe('/profile');
    await userEvent.click(button('Try again'));
    await editButton();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(useToasts.getState().orders.at(-1)).toEqual({ do: 'dismiss', id: 'Error' });
  });

  test.each([
    ['no answer', unreachable, 'We could not reach the server. Check your connection and try again.'],
    [
      'no page of ours',
      () => new Response('<h1>', { status: 502 }),
      'We could not reach the server. Check your connection and try again.',
    ],
    [
      'a server that is briefly unavailable',
      () => failure(503, 'STORE_UNAVAILABLE', 'Wait a moment.'),
      'Wait a moment.',
    ],
  ])('that cannot be loaded says why, in the words for %s', async (_why, reply, text) => {
    answer('GET auth/me', reply);
    open('/profile', <Page />);
    expect(await screen.findByText(text)).toBeDefined();
  });
});

describe('editing the profile', () => {
  test('begins in the first field, at once: the focus is never taken from somebody who types already', async () => {
    await openProfile();
    fireEvent.click(button('Edit Profile'));
    expect(document.activeElement).toBe(field('Full Name'));
    field('Phone Number').focus();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(document.activeElement).toBe(field('Phone Number'));
  });

  test('sends fullName, email, phone and address, and shows the answer', async () => {
    const user = await edit();
    answer('PUT auth/me', signedIn({ fullName: 'Omar B. Haddad', address: 'Austin, TX' }));
    await retype(user, 'Full Name', ' Omar B. Haddad ');
    await retype(user, 'Location', 'Austin, TX');
    await user.click(button('Save Changes'));
    expect(await editButton()).toBe(document.activeElement);
    expect(saved()).toEqual([
      { fullName: 'Omar B. Haddad', email: 'omar@example.com', phone: '(512) 555-0100', address: 'Austin, TX' },
    ]);
    expect(toasts()).toEqual(['Success: Profile updated successfully']);
    expect(screen.getByRole('heading', { level: 2, name: 'Omar B. Haddad' })).toBeDefined();
    expect(screen.getAllByText('Austin, TX')).toHaveLength(2);
  });

  test('says under each field what is wrong', async () => {
    const user = await edit({ phoneNumber: null });
    await retype(user, 'Full Name', ' ');
    await retype(user, 'Email Address', 'omar');
    await retype(user, 'Phone Number', '1234');
    await user.click(button('Save Changes'));
    for (const text of ['Name is required', 'Invalid email address', 'Phone number is required'])
      expect(await screen.findByText(text)).toBeDefined();
    expect(document.activeElement).toBe(field('Full Name'));
    expect(saved()).toEqual([]);
  });

  test('says under each field what is too long, and cuts nothing off', async () => {
    const user = await edit();
    for (const [label, longest] of Object.entries({ 'Full Name': 120, 'Phone Number': 30, Location: 200 })) {
      await user.clear(field(label));
      await user.click(field(label));
      await user.paste('1'.repeat(longest + 1));
      expect(field(label).value).toHaveLength(longest + 1);
    }
    await user.click(button('Save Changes'));
    for (const text of [
      'Name must have at most 120 characters',
      'Phone number must have at most 30 characters',
      'Location must have at most 200 characters',
    ])
      expect(await screen.findByText(text)).toBeDefined();
    expect(saved()).toEqual([]);
  });

  test('to another e-mail only makes it pending, and says so', async () => {
    const user = await edit();
    answer('PUT auth/me', signedIn({ pendingEmail: 'omar@new.example' }));
    await retype(user, 'Email Address', 'Omar@new.example');
    await user.click(button('Save Changes'));
    await editButton();
    expect(saved()).toEqual([expect.objectContaining({ email: 'omar@new.example' })]);
    expect(screen.getByText('omar@new.example').closest('p')?.textContent).toBe(
      'We have sent a link to omar@new.example. Open it to make this your email address; until then it is omar@example.com.',
    );
  });

  test('saves what was edited, over what the user has saved in another browser meanwhile', async () => {
    const user = await edit();
    answer('GET auth/me', signedIn({ phoneNumber: '(303) 555-9999', pendingEmail: 'omar@new.example' }));
    answer('PUT auth/me', signedIn());
    await user.type(field('Location'), 'Austin');
    expect(field('Phone Number').value).toBe('(512) 555-0100');
    await user.click(button('Save Changes'));
    await editButton();
    expect(saved()).toEqual([
      { fullName: 'Omar Haddad', email: 'omar@new.example', phone: '(303) 555-9999', address: 'Austin' },
    ]);
  });

  test('follows what the user saves in another tab, all but the fields that were edited here', async () => {
    const user = await edit();
    await user.type(field('Location'), 'Austin');
    await user.clear(field('Full Name'));
    await user.click(button('Save Changes'));
    expect(await screen.findByText('Name is required')).toBeDefined();
    const theirs = {
      fullName: 'O. Haddad',
      phoneNumber: '(303) 555-9999',
      address: 'Boulder',
      pendingEmail: 'omar@new.example',
    };
    act(() => meetVisitor({ ...OMAR, ...theirs }));
    await waitFor(() => expect(field('Phone Number').value).toBe('(303) 555-9999'));
    expect(['Full Name', 'Email Address', 'Location'].map((label) => field(label).value)).toEqual([
      '',
      'omar@new.example',
      'Austin',
    ]);
    expect(screen.getByText('Name is required')).toBeDefined();
    await user.type(field('Full Name'), 'Omar');
    expect(screen.queryByText('Name is required')).toBeNull();
  });

  test('that is pending, or not wanted any more, is a press away: its link again, or the present e-mail', async () => {
    answer('GET auth/me', signedIn({ pendingEmail: 'omar@new.example' }));
    answer('POST auth/me/resend', signedIn({ pendingEmail: 'omar@new.example' }));
    answer('PUT auth/me', signedIn());
    open('/profile', <Profile />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Send the link again' }));
    await waitFor(() => expect(toasts()).toEqual(['Success: We have sent the link to omar@new.example again.']));
    expect(saved()).toEqual([]);
    // The DOM of the tests reads the place where an address may break as a space.
    await user.click(screen.getByRole('button', { name: /^Keep omar ?@example\.com$/ }));
    await waitFor(() => expect(document.activeElement).toBe(button('Edit Profile')));
    expect(saved()).toEqual([
      { fullName: 'Omar Haddad', email: 'omar@example.com', phone: '(512) 555-0100', address: '' },
    ]);
    expect(toasts().at(-1)).toBe('Success: Your email address stays omar@example.com.');
    expect(screen.queryByText('omar@new.example')).toBeNull();
  });

  const MOVED = { email: 'omar@new.example', pendingEmail: null };
  const presses = [
    ['Send the link again', /^Send the link again$/],
    ['Keep', /^Keep /],
  ] as const;

  test.each(presses)(
    "that counts by now, as its link was opened elsewhere: '%s' says so and asks for nothing",
    async (_, name) => {
      answer('GET auth/me', signedIn({ pendingEmail: 'omar@new.example' }));
      answer('POST auth/me/resend', signedIn(MOVED));
      answer('PUT auth/me', signedIn({ email: 'omar@new.example', pendingEmail: 'omar@example.com' }));
      open('/profile', <Profile />);
      const press = await screen.findByRole('button', { name });
      answer('GET auth/me', signedIn(MOVED));
      await userEvent.click(press);
      await waitFor(() => expect(toasts()).toEqual(['Success: Your email address is now omar@new.example.']));
      // To save the old address would begin a change back to it.
      expect(saved()).toEqual([]);
      expect(screen.queryByText(/^We have sent a link/)).toBeNull();
      await waitFor(() => expect(document.activeElement).toBe(button('Edit Profile')));
    },
  );

  test.each(presses)("that was given up elsewhere: '%s' says that the present one stays", async (_, name) => {
    answer('GET auth/me', signedIn({ pendingEmail: 'omar@new.example' }));
    answer('POST auth/me/resend', signedIn());
    open('/profile', <Profile />);
    const press = await screen.findByRole('button', { name });
    answer('GET auth/me', signedIn());
    await userEvent.click(press);
    await waitFor(() => expect(toasts()).toEqual(['Success: Your email address stays omar@example.com.']));
    expect(saved()).toEqual([]);
  });

  test.each(presses)(
    "'%s' says nothing of the address of another user, who signed in where this page could not hear of it",
    async (_, name) => {
      const dana = { fullName: 'Dana Ruiz', email: 'dana@example.com', pendingEmail: 'dana@new.example' };
      answer('GET auth/me', signedIn({ pendingEmail: 'omar@new.example' }));
      answer('POST auth/me/resend', signedIn(dana));
      open('/profile', <Profile />);
      const press = await screen.findByRole('button', { name });
      answer('GET auth/me', signedIn(dana));
      await userEvent.click(press);
      expect(await screen.findByRole('heading', { level: 2, name: 'Dana Ruiz' })).toBeDefined();
      expect(toasts()).toEqual([]);
      expect(saved()).toEqual([]);
    },
  );

  test('that is given up leaves the rest as the user has saved it elsewhere meanwhile', async () => {
    answer('GET auth/me', signedIn({ pendingEmail: 'omar@new.example' }));
    answer('PUT auth/me', signedIn());
    open('/profile', <Profile />);
    const press = await screen.findByRole('button', { name: /^Keep / });
    answer('GET auth/me', signedIn({ pendingEmail: 'omar@new.example', address: 'Round Rock, TX' }));
    await userEvent.click(press);
    await waitFor(() => expect(saved()).toMatchObject([{ email: 'omar@example.com', address: 'Round Rock, TX' }]));
  });

  test('whose link is opened elsewhere at the very moment of giving it up is not said to be given up', async () => {
    answer('GET auth/me', signedIn({ pendingEmail: 'omar@new.example' }));
    answer('PUT auth/me', signedIn({ email: 'omar@new.example', pendingEmail: 'omar@example.com' }));
    open('/profile', <Profile />);
    await userEvent.click(await screen.findByRole('button', { name: /^Keep / }));
    await waitFor(() => expect(toasts()).toEqual(['Success: Your email address is now omar@new.example.']));
    expect(screen.getByText(/^We have sent a link/)).toBeDefined();
  });

  test("that counts once its link is opened in another tab leaves the focus of its buttons to 'Edit Profile'", async () => {
    await openProfile({ pendingEmail: 'omar@new.example' });
    button('Send the link again').focus();
    act(() => meetVisitor({ ...OMAR, ...MOVED }));
    expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull();
    expect(document.activeElement).toBe(button('Edit Profile'));
  });

  test.each([
    ['too often says when to try again', () => failure(429, 'TOO_MANY_TRIES', 'Try again in 40 minutes.')],
    ['in vain says so', unreachable],
  ])('whose link is asked for %s', async (_, refusal) => {
    answer('GET auth/me', signedIn({ pendingEmail: 'omar@new.example' }));
    answer('POST auth/me/resend', refusal);
    open('/profile', <Profile />);
    await userEvent.click(await screen.findByRole('button', { name: 'Send the link again' }));
    await waitFor(() =>
      expect(toasts()).toEqual([
        refusal === unreachable
          ? 'Error: The link could not be sent. Please try again.'
          : 'Error: Try again in 40 minutes.',
      ]),
    );
    expect(screen.getByText('omar@new.example')).toBeDefined();
  });

  test.each([
    ['its link', 'POST auth/me/resend', /^Send the link again$/],
    ['the present e-mail', 'PUT auth/me', /^Keep /],
  ])('that is pending, after the session has ended: asking for %s leads to the sign-in', async (_, call, name) => {
    answer('GET auth/me', signedIn({ pendingEmail: 'omar@new.example' }));
    answer(call, () => failure(401, 'NOT_SIGNED_IN', 'You are not signed in.'));
    open('/profile', <Page />);
    await userEvent.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(here()).toBe('/signin?next=%2Fprofile'));
    expect(toasts()).toEqual(['Your session has ended: Please sign in again.']);
  });

  test('to an e-mail that is pending when the session ends fills in none at the sign-in: either may count by now', async () => {
    const user = await edit({ pendingEmail: 'omar@new.example' });
    answer('PUT auth/me', () => failure(401, 'NOT_SIGNED_IN', 'You are not signed in.'));
    await user.click(button('Save Changes'));
    await waitFor(() => expect(here()).toBe('/signin?next=%2Fprofile'));
    expect(history.state).toEqual({});
    expect(toasts()).toEqual(['Your session has ended: Please sign in again.']);
  });

  test('that is given up in vain says so, stays pending, and leaves the focus where it is', async () => {
    answer('GET auth/me', signedIn({ pendingEmail: 'omar@new.example' }));
    answer('PUT auth/me', unreachable);
    open('/profile', <Profile />);
    const keep = await screen.findByRole('button', { name: /^Keep / });
    await userEvent.click(keep);
    await waitFor(() => expect(toasts()).toEqual(['Error: Failed to update profile']));
    await screen.findByRole('button', { name: /^Keep / });
    expect(screen.getByText('omar@new.example')).toBeDefined();
    expect(document.activeElement).toBe(keep);
  });

  test('whose link is asked for once more takes back that it could not be sent, at once', async () => {
    const reply = held();
    answer('GET auth/me', signedIn({ pendingEmail: 'omar@new.example' }));
    answer('POST auth/me/resend', unreachable, async () => {
      await reply.released;
      return signedIn({ pendingEmail: 'omar@new.example' })();
    });
    open('/profile', <Profile />);
    await userEvent.click(await screen.findByRole('button', { name: 'Send the link again' }));
    await waitFor(() => expect(toasts()).toHaveLength(1));
    await userEvent.click(await screen.findByRole('button', { name: 'Send the link again' }));
    await screen.findByRole('button', { name: 'Sending...' });
    expect(useToasts.getState().orders.at(-1)).toEqual({ do: 'dismiss', id: 'Error' });
    reply.release();
    await screen.findByRole('button', { name: 'Send the link again' });
  });

  test('has its pending e-mail for company, and no second way to save it', async () => {
    await edit({ pendingEmail: 'omar@new.example' });
    expect(screen.getByText('omar@new.example')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^(Send the link again|Keep )/ })).toBeNull();
  });

  test('something else leaves a pending e-mail pending', async () => {
    const user = await edit({ pendingEmail: 'omar@new.example' });
    answer('PUT auth/me', signedIn({ pendingEmail: 'omar@new.example' }));
    await retype(user, 'Location', 'Austin');
    await user.click(button('Save Changes'));
    await editButton();
    expect(saved()).toEqual([expect.objectContaining({ email: 'omar@new.example', address: 'Austin' })]);
  });

  test('to an e-mail that is taken says so under the field', async () => {
    const user = await edit();
    answer('PUT auth/me', () => failure(409, 'EMAIL_TAKEN', 'It is taken.'));
    await retype(user, 'Email Address', 'dana@example.com');
    await user.click(button('Save Changes'));
    await screen.findByText('It is taken.');
    await waitFor(() => expect(document.activeElement).toBe(field('Email Address')));
    expect(toasts()).toEqual(['Error: Failed to update profile']);
  });

  test("that fails reads 'Failed to update profile' and keeps what was typed", async () => {
    const user = await edit();
    answer('PUT auth/me', () => failure(500, 'UNEXPECTED', 'Oops.'));
    await retype(user, 'Location', 'Austin');
    await user.click(button('Save Changes'));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to update profile');
    expect(toasts()).toEqual(['Error: Failed to update profile']);
    expect(field('Location').value).toBe('Austin');
  });

  test('after the session has ended leads to the sign-in, and back', async () => {
    const user = await edit();
    const refused = () => failure(401, 'NOT_SIGNED_IN', 'You are not signed in.');
    answer('GET auth/me', refused);
    answer('PUT auth/me', refused);
    await retype(user, 'Location', 'Austin');
    await user.click(button('Save Changes'));
    await waitFor(() => expect(here()).toBe('/signin?next=%2Fprofile'));
    expect(history.state).toEqual({ email: OMAR.email });
    expect(confirm).not.toHaveBeenCalled();
    expect(toasts()).toEqual(['Your session has ended: Please sign in again.']);
  });

  test('is nothing optimistic: busy, the old values stand', async () => {
    const reply = held();
    const user = await edit();
    answer('PUT auth/me', async () => {
      await reply.released;
      return signedIn({ fullName: 'New Name' })();
    });
    await retype(user, 'Full Name', 'New Name');
    await user.click(button('Save Changes'));
    await user.click(await screen.findByRole('button', { name: 'Saving...' }));
    expect(screen.getByRole('heading', { level: 2, name: OMAR.fullName })).toBeDefined();
    reply.release();
    await screen.findByRole('heading', { level: 2, name: 'New Name' });
    expect(saved()).toHaveLength(1);
  });

  test('is restored by Cancel, which reloads the user', async () => {
    const user = await edit();
    await retype(user, 'Full Name', 'Somebody else');
    answer('GET auth/me', signedIn({ address: 'Changed elsewhere' }));
    await user.click(button('Cancel'));
    expect(await editButton()).toBe(document.activeElement);
    expect(await screen.findAllByText('Changed elsewhere')).toHaveLength(2);
    expect(screen.queryByText('Somebody else')).toBeNull();
    expect(confirm).not.toHaveBeenCalled();
    await user.click(button('Edit Profile'));
    expect(field('Full Name').value).toBe('Omar Haddad');
  });

  test("is cancelled even when the reload fails, which reads 'Failed to load user details.'", async () => {
    const user = await edit();
    answer('GET auth/me', unreachable);
    await user.click(button('Cancel'));
    await waitFor(() => expect(toasts()).toEqual(['Error: Failed to load user details.']));
    expect(await editButton()).toBeDefined();
  });
});

describe('edits of the profile that the end of a session cut off', () => {
  const NOT_SAVED = 'Your session ended before these changes were saved.';

  /** Types a location, which the server refuses to save for nobody; answers how to be back as somebody. */
  const cutOff = async () => {
    const user = await edit();
    answer('PUT auth/me', () => failure(401, 'NOT_SIGNED_IN', 'You are not signed in.'));
    await retype(user, 'Location', 'Round Rock, TX');
    await user.click(button('Save Changes'));
    await waitFor(() => expect(here()).toBe('/signin?next=%2Fprofile'));
    return {
      user,
      returnAs: async (back: typeof OMAR) => {
        answer('GET auth/me', signedIn(back));
        meetVisitor(back);
        await user.click(screen.getByRole('link', { name: 'My profile' }));
        await screen.findByRole('heading', { level: 1, name: 'Profile' });
      },
    };
  };

  test('are there when the same user is back, over what was saved elsewhere, and can be saved', async () => {
    const { user, returnAs } = await cutOff();
    await returnAs({ ...OMAR, phoneNumber: '(303) 555-9999' });
    expect(await screen.findByText(NOT_SAVED)).toBeDefined();
    expect(field('Full Name').value).toBe('Omar Haddad');
    expect(field('Location').value).toBe('Round Rock, TX');
    expect(field('Phone Number').value).toBe('(303) 555-9999');
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(confirm).toHaveBeenCalledOnce();
    answer('PUT auth/me', signedIn({ address: 'Round Rock, TX' }));
    await user.click(button('Save Changes'));
    await user.click(await editButton());
    expect(saved().at(-1)).toMatchObject({ phone: '(303) 555-9999', address: 'Round Rock, TX' });
    expect(screen.queryByText(NOT_SAVED)).toBeNull();
  });

  test.each(['Cancel', 'a link that is followed all the same'])('are dropped by %s', async (name) => {
    const { user, returnAs } = await cutOff();
    await returnAs(OMAR);
    await screen.findByText(NOT_SAVED);
    confirm.mockReturnValue(true);
    if (name === 'Cancel') await user.click(button(name));
    else {
      await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
      await user.click(screen.getByRole('link', { name: 'My profile' }));
    }
    await user.click(await editButton());
    expect(field('Location').value).toBe('');
    expect(screen.queryByText(NOT_SAVED)).toBeNull();
  });

  test('are not shown to another user', async () => {
    const { user, returnAs } = await cutOff();
    await returnAs({ ...OMAR, email: 'dana@example.com' });
    await user.click(await editButton());
    expect(field('Location').value).toBe('');
    expect(screen.queryByText(NOT_SAVED)).toBeNull();
  });

  const DANA = { ...OMAR, fullName: 'Dana Ruiz', email: 'dana@example.com' };

  test('as another user signed in in another tab, are not taken for theirs, and are there when the same user is back', async () => {
    const user = await edit();
    await user.type(field('Location'), 'Round Rock, TX');
    act(() => meetVisitor(DANA));
    expect(screen.queryByLabelText('Location')).toBeNull();
    expect(screen.getByRole('heading', { level: 2, name: 'Dana Ruiz' })).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    act(() => meetVisitor(OMAR));
    expect(screen.getByText(NOT_SAVED)).toBeDefined();
    expect(field('Location').value).toBe('Round Rock, TX');
  });

  test('as another user signed in where this page could not hear of it, are saved for nobody', async () => {
    const user = await edit();
    await user.type(field('Location'), 'Round Rock, TX');
    answer('GET auth/me', signedIn(DANA));
    await user.click(button('Save Changes'));
    await screen.findByRole('heading', { level: 2, name: 'Dana Ruiz' });
    expect([saved(), toasts()]).toEqual([[], []]);
    act(() => meetVisitor(OMAR));
    expect(field('Location').value).toBe('Round Rock, TX');
  });

  test('go on where only the address of the user has changed, as its link was opened in another tab', async () => {
    const user = await edit({ pendingEmail: 'omar@new.example' });
    await user.type(field('Location'), 'Round Rock, TX');
    act(() => meetVisitor({ ...OMAR, email: 'omar@new.example' }));
    expect(field('Location')).toBe(document.activeElement);
    expect(field('Location').value).toBe('Round Rock, TX');
    expect(screen.queryByText(NOT_SAVED)).toBeNull();
  });

  test('are dropped by a log-out, which is not the end of a session that needs telling', async () => {
    const { user, returnAs } = await cutOff();
    useToasts.setState(useToasts.getInitialState(), true);
    meetVisitor(OMAR);
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    answer('POST auth/logout', ok);
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(here()).toBe('/signin'));
    await returnAs(OMAR);
    await user.click(await editButton());
    expect(screen.queryByText(NOT_SAVED)).toBeNull();
    await user.click(button('Log out'));
    await waitFor(() => expect(here()).toBe('/signin'));
    expect(toasts()).toEqual(['Success: Logout successful!', 'Success: Logout successful!']);
  });
});

describe('unsaved changes', () => {
  test('are asked about before a link leaves; who stays keeps them', async () => {
    const user = await edit();
    await user.type(field('Location'), 'Austin');
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(confirm).toHaveBeenCalledOnce();
    expect(here()).toBe('/profile');
    expect(field('Location').value).toBe('Austin');
    confirm.mockReturnValue(true);
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(here()).toBe('/elsewhere');
  });

  test('are not asked about by a link to the same screen', async () => {
    const user = await edit();
    await user.type(field('Location'), 'Austin');
    await user.click(screen.getByRole('link', { name: 'My profile' }));
    expect(confirm).not.toHaveBeenCalled();
    expect(field('Location').value).toBe('Austin');
  });

  test('are asked about before the tab closes', async () => {
    const user = await edit();
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(closing()).toBe(false);
    await user.type(field('Location'), 'Austin');
    expect(closing()).toBe(true);
    await user.click(button('Cancel'));
    await editButton();
    expect(closing()).toBe(false);
  });

  test('are asked about before Back leaves; who stays gets the address back', async () => {
    const user = await edit();
    await user.type(field('Location'), 'Austin');
    const back = () => {
      history.replaceState(null, '', '/before');
      window.dispatchEvent(new PopStateEvent('popstate'));
    };
    const onPop = vi.fn<() => void>();
    window.addEventListener('popstate', onPop);
    back();
    expect(confirm).toHaveBeenCalledOnce();
    expect(onPop).not.toHaveBeenCalled();
    window.removeEventListener('popstate', onPop);
    expect(here()).toBe('/profile');
    expect(field('Location').value).toBe('Austin');
    confirm.mockReturnValue(true);
    back();
    await waitFor(() => expect(screen.queryByLabelText('Location')).toBeNull());
    expect(here()).toBe('/before');
  });

  test("are not asked about by 'Skip to content', which leads to a place on the same screen, and are asked about after it", async () => {
    const user = await edit();
    await user.type(field('Location'), 'Austin');
    history.pushState(null, '', '#main');
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(confirm).not.toHaveBeenCalled();
    expect(field('Location').value).toBe('Austin');
    confirm.mockReturnValue(true);
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(confirm).toHaveBeenCalledOnce();
    expect(here()).toBe('/elsewhere');
  });

  test('that were given up for a log-out which fails are asked about again: they are still there', async () => {
    const user = await edit();
    await user.type(field('Location'), 'Austin');
    answer('POST auth/logout', unreachable);
    HTMLElement.prototype.hidePopover = () => {};
    confirm.mockReturnValue(true);
    await user.click(button('Log out'));
    await waitFor(() => expect(toasts()).toEqual(['Error: Logout failed. Please try again.']));
    confirm.mockReturnValue(false);
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(confirm).toHaveBeenCalledTimes(2);
    expect(here()).toBe('/profile');
    expect(field('Location').value).toBe('Austin');
  });

  test('that were given up for a log-out are asked about once', async () => {
    const user = await edit();
    await user.type(field('Location'), 'Austin');
    answer('POST auth/logout', ok);
    confirm.mockReturnValue(true);
    await user.click(button('Log out'));
    await waitFor(() => expect(here()).toBe('/signin'));
    expect(confirm).toHaveBeenCalledOnce();
  });

  test('that were undone are none', async () => {
    const user = await edit();
    await user.type(field('Location'), 'A');
    await user.clear(field('Location'));
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(confirm).not.toHaveBeenCalled();
    expect(here()).toBe('/elsewhere');
  });
});
