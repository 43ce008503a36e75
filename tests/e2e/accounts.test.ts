import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { faultsIn, phone, wide } from '#tests/support/browser.ts';
import { mailedPath, register, requestReset, signIn, signUp, whoIs } from './account.ts';
import { sharedProduct } from './shared-product.ts';
import { loseAnswer, seeTitle, toastText, visits } from './shop.ts';

const PASSWORD = 'Secret-123';
const PLENTY = '1000/60';

const product = sharedProduct({
  LIMIT_REGISTER: PLENTY,
  LIMIT_LOGIN_ACCOUNT: PLENTY,
  LIMIT_LOGIN_ADDRESS: PLENTY,
  LIMIT_RESET: PLENTY,
  LIMIT_RESET_ACCOUNT: PLENTY,
  LIMIT_LINK: PLENTY,
  LIMIT_VERIFICATION: PLENTY,
  LIMIT_CONTACT: PLENTY,
});
const visit = visits(() => product().address);

const mailedTo = async (email: string, subject: string): Promise<void> => {
  const subjects = async () => (await product().mailsTo(email)).map((mail) => mail.subject);
  await expect.poll(subjects, { timeout: 15_000 }).toContain(subject);
};

const openMailed = async (page: Page, email: string, subject: string): Promise<void> =>
  void (await page.goto(await mailedPath(product(), email, subject)));

test.for([phone, wide])(
  'an account goes from sign-up over the mailed link and a proven new address to the log-out, at $width px',
  async (viewport) => {
    const newcomer = `newcomer-${viewport.width}@agents.example`;
    const moved = `moved-${viewport.width}@agents.example`;
    const page = await visit({ viewport });
    await signUp(page, { fullName: 'Ada Agent', email: newcomer, password: PASSWORD, confirmPassword: 'Secret-12' });
    await page.getByText('Passwords do not match').waitFor();
    await page.getByLabel('Confirm Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await seeTitle(page, 'Registration Successful!');

    const link = await mailedPath(product(), newcomer, 'Verify your email address');
    await page.goto(link);
    await seeTitle(page, 'Account Verified');
    await page.goto(link);
    await page.getByText('already been verified').waitFor();

    await page.goto('/profile');
    await page.waitForURL('**/signin?*');
    await signIn(page, newcomer, PASSWORD);
    await page.waitForURL('**/profile');
    await seeTitle(page, 'Profile');

    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('Phone Number').fill('512-555-0100');
    await page.getByLabel('Email Address').fill(moved);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('dialog').getByText('Profile updated successfully').waitFor();
    await page.getByText(`until then it is ${newcomer}`).waitFor();
    expect((await product().mailsTo(newcomer)).map(({ subject }) => subject)).not.toContain(
      'Confirm your new email address',
    );
    // Before the link is opened: a warning that leaves later says that the address was changed.
    await mailedTo(newcomer, 'Your email address is about to change');
    await openMailed(page, moved, 'Confirm your new email address');
    await seeTitle(page, 'Account Verified');
    expect(await whoIs(page)).toMatchObject({ email: moved, phoneNumber: '512-555-0100', pendingEmail: null });

    await page.goto('/');
    await page.getByRole('button', { name: /^Ada Agent ?, account menu$/ }).click();
    await page.getByText(moved).waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/signin');
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
    await page.goto('/profile');
    await page.waitForURL('**/signin?*');
  },
);

test('a password is reset by mail, once, and a second browser is signed out by it', async () => {
  const email = 'forgetful@agents.example';
  await register(product(), { fullName: 'Fay Forgetful', email, password: PASSWORD });
  const second = await visit({ viewport: phone });
  await second.goto('/signin?next=%2Fprofile');
  await signIn(second, email, PASSWORD);
  await seeTitle(second, 'Profile');

  const first = await visit();
  await first.goto('/signin');
  await first.getByRole('link', { name: 'Forgot your password?' }).click();
  await first.getByLabel('Email').fill(email);
  await first.getByRole('button', { name: 'Send Reset Link' }).click();
  await seeTitle(first, 'Check Your Email');
  expect(await whoIs(second)).toMatchObject({ email });

  const link = await mailedPath(product(), email, 'Reset your password');
  await first.goto(link);
  await first.getByLabel('New Password').fill('Another-1');
  await first.getByLabel('Confirm Password').fill('Another-1');
  await first.getByRole('button', { name: 'Reset Password' }).click();
  await first.waitForURL('**/signin');
  await mailedTo(email, 'Your password was changed');

  expect(await whoIs(second)).toMatchObject({ code: 'NOT_SIGNED_IN' });
  await second.goto('/profile');
  await second.waitForURL('**/signin?*');
  await signIn(second, email, PASSWORD);
  await second.getByText('Invalid credentials').first().waitFor();
  await signIn(second, email, 'Another-1');
  await second.waitForURL('**/profile');

  await first.goto(link);
  await first.getByText('This reset link is invalid or expired.').waitFor();
});

test('a registration whose answer was lost is told like any other, and mailed to once', async () => {
  const email = 'lift@agents.example';
  const page = await visit({ viewport: phone });
  await loseAnswer(page, '**/api/auth/register');
  await signUp(page, { fullName: 'Leo Lift', email, password: PASSWORD, confirmPassword: PASSWORD });
  await seeTitle(page, 'Registration Successful!');
  await mailedTo(email, 'Verify your email address');
  expect(await product().mailsTo(email)).toHaveLength(1);
});

test('a new password whose answer was lost leads to the sign-in, where it works', async () => {
  const email = 'tunnel@agents.example';
  await register(product(), { fullName: 'Tess Tunnel', email, password: PASSWORD });
  await requestReset(product(), email);
  const page = await visit({ viewport: phone });
  await page.goto(await mailedPath(product(), email, 'Reset your password'));
  await loseAnswer(page, '**/api/auth/reset-password/confirm');
  await page.getByLabel('New Password').fill('Another-1');
  await page.getByLabel('Confirm Password').fill('Another-1');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await page.getByText('Your new password may be set already.').waitFor();
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await page.waitForURL('**/signin');
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  await signIn(page, email, 'Another-1');
  await page.waitForURL('**/lead-vault-dashboard');
});

test('a message of the contact form reaches the operator, with the sender to answer to', async () => {
  const page = await visit();
  await page.goto('/contact-us');
  await page.getByLabel('Name').fill('Ada Agent');
  await page.getByLabel('Email').fill('curious@agents.example');
  await page.getByLabel('Subject').fill('A question');
  await page.getByLabel('Message').fill('Is this lead\nstill there?');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await toastText(page, 'Message Sent!');
  await mailedTo('contact@homelead.example', 'Contact: A question');
  const [mail] = await product().mailsTo('contact@homelead.example');
  expect(mail).toMatchObject({ replyTo: 'curious@agents.example' });
  expect(mail?.text).toContain('Is this lead\nstill there?');
});

test('the screens of an account have no fault that axe finds, on a phone and on a wide screen', async () => {
  const email = 'looker@agents.example';
  await register(product(), { fullName: 'Lou Looker', email, password: PASSWORD });
  await requestReset(product(), email);
  const page = await visit({ viewport: phone });
  const faults: string[] = [];
  const judge = async (screen: string): Promise<void> =>
    void faults.push(...(await faultsIn(page, [phone.width, wide.width])).map((line) => `${screen}: ${line}`));
  const open = async (address: string, landmark: string): Promise<void> => {
    await page.goto(address);
    await page.getByRole('main').getByText(landmark, { exact: true }).first().waitFor();
    await judge(address);
  };

  await open('/signup', 'Create Account');
  await open('/contact-us', 'Send us a Message');
  await open('/lead-vault', 'Subscribe Now');
  await open('/reset-password?token=none', 'This reset link is invalid or expired.');
  await open(await mailedPath(product(), email, 'Reset your password'), 'New Password');
  await open('/signin?next=%2Fprofile', 'Welcome Back');
  await signIn(page, email, 'no-password');
  await page.getByText('Invalid credentials').first().waitFor();
  await judge('/signin, refused');
  await signIn(page, email, PASSWORD);
  await page.waitForURL('**/profile');
  await open('/profile', 'Active User');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByRole('button', { name: 'Save Changes' }).waitFor();
  await judge('/profile, edited');
  expect(faults).toEqual([]);
});
