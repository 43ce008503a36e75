import { renderHook } from '@testing-library/react';
import { delay } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';

import { answer, callsOf, OMAR, signedIn, unreachable, useAccounts } from '#tests/support/accounts.tsx';
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { awaitVisitor, checkVisitor, meetVisitor, useVisitor } from '#web/stores/visitor.ts';

useWebApi();
useAccounts();

const me = (...replies: Parameters<typeof answer>[1][]) => answer('GET auth/me', ...replies);
const nobody = () => failure(401, 'NOT_SIGNED_IN', 'You are not signed in.');
const standing = () => renderHook(useVisitor).result.current.standing;

beforeEach(() => meetVisitor('nobody'));

describe('who looks at the page', () => {
  test('is asked of the server', async () => {
    me(signedIn());
    const check = checkVisitor();
    expect(standing()).toBe('checking');
    expect(await check).toEqual({ standing: 'signed-in', user: OMAR });
    expect(standing()).toBe('signed-in');
  });

  test('is not asked twice by those who wait for the same answer', async () => {
    me(signedIn());
    await Promise.all([checkVisitor(), awaitVisitor(), awaitVisitor()]);
    expect(callsOf('GET auth/me')).toHaveLength(1);
  });

  test('stays signed in while a new check runs, and when it fails', async () => {
    meetVisitor(OMAR);
    me(unreachable);
    const check = checkVisitor();
    expect(standing()).toBe('signed-in');
    expect(await check).toEqual({ standing: 'unknown' });
    expect(standing()).toBe('signed-in');
  });

  test('is nobody once the server says so', async () => {
    meetVisitor(OMAR);
    me(nobody);
    await checkVisitor();
    expect(standing()).toBe('nobody');
  });

  test('is unknown when a check fails and nothing was known', async () => {
    me(unreachable);
    await checkVisitor();
    expect(standing()).toBe('unknown');
  });

  test('is not changed back by the late answer of an earlier check', async () => {
    me(async () => {
      await delay(60);
      return nobody();
    }, signedIn());
    const early = checkVisitor();
    await checkVisitor();
    await early;
    expect(standing()).toBe('signed-in');
  });

  test('is not changed back by a check that began before a sign-out', async () => {
    me(signedIn());
    const early = checkVisitor();
    meetVisitor('nobody');
    await early;
    expect(standing()).toBe('nobody');
  });
});
