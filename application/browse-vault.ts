import type { PageRequest } from '#domain/pages.ts';
import { takeAll } from './counted-work.ts';
import type { TooOften } from './counted-work.ts';
import type { Clock } from './ports/clock.ts';
import type { Limiter } from './ports/limiter.ts';
import type { Vault, VaultPage } from './ports/vault.ts';
import type { ShowUser } from './show-user.ts';
import { vaultQuery } from './vault-query.ts';
import type { VaultSearch } from './vault-query.ts';

type Needs = {
  readonly showUser: ShowUser;
  readonly vault: Pick<Vault, 'page'>;
  readonly limiter: Pick<Limiter, 'take' | 'giveBack'>;
  readonly clock: Clock;
};

export type BrowseVaultRequest = VaultSearch & {
  readonly sessionToken: string | undefined;
  readonly page: PageRequest;
};

export type VaultOutcome =
  | { readonly is: 'not-signed-in' | 'not-subscribed' }
  | TooOften
  | { readonly is: 'found'; readonly page: VaultPage };

/** The leads of the vault that match a search, a page at a time and as often as a person turns pages: for subscribers. */
export const browseVault =
  ({ showUser, vault, limiter, clock }: Needs) =>
  async ({ sessionToken, page, ...search }: BrowseVaultRequest): Promise<VaultOutcome> => {
    const user = await showUser(sessionToken);
    if (user === undefined) return { is: 'not-signed-in' };
    if (user.membership.is === 'none') return { is: 'not-subscribed' };
    const refusal = await takeAll(limiter, [['vault', user.account.id]]);
    if (refusal !== undefined) return refusal;
    return { is: 'found', page: await vault.page({ ...vaultQuery(search, clock()), page }) };
  };
