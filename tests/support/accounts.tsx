import { cleanup, render } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { StrictMode } from 'react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach } from 'vitest';
import { Router } from 'wouter';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { forgetTyped } from '#web/forms/typed.ts';
import { watchNavigation } from '#web/navigation.ts';
import { dropDraft } from '#web/stores/profile-draft.ts';
import { useToasts } from '#web/stores/toasts.ts';
import { askFirst, watchUnsaved } from '#web/stores/unsaved.ts';
import { meetVisitor } from '#web/stores/visitor.ts';

import { webApi } from './web-api.ts';

/** A signed-in user of the tests. */
export const OMAR: UserAnswer = {
  fullName: 'Omar Haddad',
  email: 'omar@example.com',
  phoneNumber: '(512) 555-0100',
  address: null,
  isSubscribed: false,
  subscriptionDate: null,
  cancelAtPeriodEnd: false,
  canBeKept: false,
  accessUntil: null,
  renewsAt: null,
  paymentFailed: false,
  pendingEmail: null,
};

type Call = { readonly call: string; readonly type: string | null; readonly body: string };

/** The calls to the server, in order. */
export const calls: Call[] = [];

/** Answers `POST auth/login` and the like. The last of several replies stays. */
export const answer = (call: string, ...replies: readonly (() => Response | Promise<Response>)[]): void => {
  const [method = '', path = ''] = call.split(' ');
  let turn = 0;
  webApi.use(
    http.all(`*/api/${path}`, async ({ request }) => {
      if (request.method !== method) return undefined;
      const url = new URL(request.url);
      calls.push({ call: call + url.search, type: request.headers.get('content-type'), body: await request.text() });
      const reply = replies[Math.min(turn, replies.length - 1)];
      turn += 1;
      return reply?.() ?? HttpResponse.error();
    }),
  );
};

/** The calls of one kind. */
export const callsOf = (call: string): readonly Call[] => calls.filter((one) => one.call.startsWith(call));

export const ok = () => HttpResponse.json({ message: 'Done.' });
export const unreachable = () => HttpResponse.error();
export const signedIn =
  (differences: Partial<UserAnswer> = {}) =>
  () =>
    HttpResponse.json({ ...OMAR, ...differences });

/** The texts of the toasts, oldest first: `Error: Login failed`. */
export const toasts = (): readonly string[] =>
  useToasts
    .getState()
    .orders.flatMap((order) =>
      order.do === 'show' ? [[order.message.title, order.message.description].filter(Boolean).join(': ')] : [],
    );

/** Shows a screen at an address, in React's strict mode: each effect runs twice. `state` is the state of the history entry. */
export const open = (address: string, screen: ReactNode, state: unknown = null) => {
  history.replaceState(state, '', address);
  return render(
    <StrictMode>
      <Router aroundNav={askFirst}>{screen}</Router>
    </StrictMode>,
  );
};

export const here = (): string => location.pathname + location.search;

/** Call once in a test file about accounts: each test starts signed out and without toasts. */
export const useAccounts = (): void => {
  let stops: readonly (() => void)[] = [];
  beforeEach(() => {
    useToasts.setState(useToasts.getInitialState(), true);
    stops = [watchUnsaved(), watchNavigation()];
    meetVisitor('nobody');
    dropDraft();
    forgetTyped();
  });
  afterEach(() => {
    // A screen that goes may expect another one, and says so to what is watched.
    cleanup();
    stops.forEach((stop) => stop());
    calls.length = 0;
  });
};
