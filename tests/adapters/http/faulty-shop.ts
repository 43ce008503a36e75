import type { Limits } from '#application/ports/limiter.ts';
import { DEFAULT_LIMITS } from '#application/ports/limiter.ts';
import type { PaymentProfile } from '#application/ports/payment-profile.ts';
import type { Outside } from '#config/outside.ts';
import { shopApp } from './shop-app.ts';
import type { ShopApp } from './shop-app.ts';

/** What is thrown at every call of the store, the payment provider and the password hashes, while it is set. */
export type Faults = { store?: Error; payments?: Error; passwords?: Error };

const failing = <Port extends object>(port: Port, fault: () => Error | undefined): Port =>
  new Proxy(port, {
    get: (target, name) => {
      const part: unknown = Reflect.get(target, name);
      if (typeof part !== 'function') return part;
      return (...args: readonly unknown[]): unknown => {
        const error = fault();
        return error === undefined ? (Reflect.apply(part, target, args) as unknown) : Promise.reject(error);
      };
    },
  });

const around =
  (faults: Faults, profile: Partial<PaymentProfile>) =>
  (outside: Outside): Outside => ({
    ...outside,
    atomically: (work) => (faults.store === undefined ? outside.atomically(work) : Promise.reject(faults.store)),
    marketplace: failing(outside.marketplace, () => faults.store),
    users: failing(outside.users, () => faults.store),
    payments: failing(
      { ...outside.payments, profile: { ...outside.payments.profile, ...profile } },
      () => faults.payments,
    ),
    passwords: failing(outside.passwords, () => faults.passwords),
  });

/** So many tries of everything. */
export const tries = (count: number): Limits =>
  Object.fromEntries(
    Object.keys(DEFAULT_LIMITS).map((name) => [name, { tries: count, seconds: 60 }]),
  ) as unknown as Limits;

/** A shop whose surroundings fail when they are told to. `profile`: where its provider is another one than the simulated. */
export const faultyShop = async (
  limits: Limits,
  profile: Partial<PaymentProfile> = {},
): Promise<ShopApp & { readonly faults: Faults }> => {
  const faults: Faults = {};
  return { ...(await shopApp({ limits, around: around(faults, profile) })), faults };
};
