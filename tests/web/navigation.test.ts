import { beforeEach, afterEach, describe, expect, test } from 'vitest';

// The router announces what becomes of the address.
import 'wouter';

import { lastArrival, watchNavigation } from '#web/navigation.ts';
import { tellError } from '#web/stores/tell.ts';
import { useToasts } from '#web/stores/toasts.ts';

let stopWatching = (): void => undefined;
beforeEach(() => {
  useToasts.setState(useToasts.getInitialState(), true);
  history.replaceState(null, '', '/?city=Austin');
  stopWatching = watchNavigation();
});
afterEach(() => stopWatching());

const popTo = (address: string): void => {
  // As the browser does it: nobody is told but by the event.
  History.prototype.replaceState.call(history, null, '', address);
  window.dispatchEvent(new PopStateEvent('popstate'));
};
const orders = () => useToasts.getState().orders.map((order) => order.do);

describe('Back and Forward', () => {
  test('make what failed before history', () => {
    tellError('Failed to load leads.');
    popTo('/?city=Denver');
    expect(orders()).toEqual(['show', 'dismiss']);
    expect(lastArrival()).toBe('history');
  });

  test('are also a step of the same address', () => {
    popTo('/?city=Austin');
    expect(lastArrival()).toBe('history');
  });

  test('are not what a link to a place on the same screen is', () => {
    tellError('Failed to load leads.');
    popTo('/?city=Austin#main');
    expect(orders()).toEqual(['show']);
    expect(lastArrival()).toBe('load');
  });

  test('are not what such a link is, either, once the address was replaced, as a search does it', () => {
    history.replaceState(null, '', '/?city=Denver');
    popTo('/?city=Denver#main');
    expect(lastArrival()).toBe('load');
  });
});
