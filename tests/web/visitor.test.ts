import { renderHook, waitFor } from '@testing-library/react';
import { delay } from 'msw';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { answer, callsOf, OMAR, signedIn, unreachable, useAccounts } from '#tests/support/accounts.tsx';
import { comeBack, hidePage } from '#tests/support/page-back.ts';
import { failure, useWebApi } from '#tests/support/web-api.ts';
import { awaitVisitor, checkVisitor, meetVisitor, useVisitor, watchVisitor } from '#web/stores/visitor.ts';

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
    expect(await check).toMatchObject({ standing: 'unknown', fault: { code: 'UNREACHABLE' } });
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
    // Whoever has asked is told all the same.
    expect(await early).toEqual({ standing: 'nobody' });
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

/** A page whose first check has been answered. */
const watched = async (...replies: Parameters<typeof answer>[1][]) => {
  me(...replies);
  onTestFinished(watchVisitor());
  await awaitVisitor();
};
const becomes = async (expected: string) => {
  const { result } = renderHook(useVisitor);
  await waitFor(() => expect(result.current.standing).toBe(expected));
};
const asked = () => callsOf('GET auth/me').length;

describe('who looks at a page that lies open', () => {
  test.each(['tab', 'memory', 'connection'] as const)(
    'is nobody once he comes back to it (%s) and has signed out elsewhere',
    async (by) => {
      await watched(signedIn(), nobody);
      expect(standing()).toBe('signed-in');
      hidePage();
      expect(asked()).toBe(1);
      comeBack(by);
      expect(standing()).toBe('signed-in');
      await becomes('nobody');
    },
  );

  test('stays signed in when that check fails', async () => {
    await watched(signedIn(), unreachable);
    comeBack();
    await awaitVisitor();
    expect(asked()).toBe(2);
    expect(standing()).toBe('signed-in');
  });

  test('is not asked about again where nobody was signed in', async () => {
    await watched(nobody);
    comeBack();
    expect(standing()).toBe('nobody');
    expect(asked()).toBe(1);
  });

  test('is nobody as soon as another tab logs out', async () => {
    await watched(signedIn(), nobody);
    const other = new BroadcastChannel('homelead');
    onTestFinished(() => other.close());
    other.postMessage(0);
    await becomes('nobody');
  });

  test('is known as soon as another tab signs in', async () => {
    await watched(nobody, signedIn());
    const other = new BroadcastChannel('homelead');
    onTestFinished(() => other.close());
    other.postMessage(0);
    await becomes('signed-in');
  });

  test('is told to the other tabs when he logs out here', async () => {
    await watched(signedIn());
    const other = new BroadcastChannel('homelead');
    onTestFinished(() => other.close());
    const told = new Promise((resolve) => other.addEventListener('message', () => resolve('told')));
    meetVisitor('nobody');
    expect(await told).toBe('told');
  });

  test('is asked about, and met, where the browser keeps nothing for a page and opens no channel to other tabs', async () => {
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        }
      },
    );
    await watched(signedIn());
    expect(standing()).toBe('signed-in');
    meetVisitor('nobody');
    expect(standing()).toBe('nobody');
  });

  test.each(['tab', 'connection'] as const)(
    'and could not be asked about is asked about again when the page is back (%s)',
    async (by) => {
      await watched(unreachable, signedIn());
      expect(standing()).toBe('unknown');
      comeBack(by);
      await becomes('signed-in');
    },
  );

  test('and could not be asked about is asked about once more after 5 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await watched(unreachable, signedIn());
    await vi.advanceTimersByTimeAsync(4_999);
    expect(standing()).toBe('unknown');
    await vi.advanceTimersByTimeAsync(1);
    expect(standing()).not.toBe('unknown');
    await awaitVisitor();
    expect(standing()).toBe('signed-in');
  });
});
