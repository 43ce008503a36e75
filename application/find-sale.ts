import { saleNumberIn } from '#domain/sale-number.ts';
import type { Purchase } from '#domain/purchase.ts';
import type { Atomically } from './ports/atomically.ts';
import type { Ledger } from './ports/ledger.ts';

type Needs = { readonly atomically: Atomically; readonly ledger: Pick<Ledger, 'purchaseBySaleNumber'> };

/** The purchase that an operator names: by the sale number, as a buyer may read it out, or by its id. */
export const findSale =
  ({ atomically, ledger }: Needs) =>
  async (saleNumberOrId: string): Promise<Purchase | undefined> => {
    const name = saleNumberOrId.trim();
    const saleNumber = saleNumberIn(name);
    return (
      (saleNumber === undefined ? undefined : await ledger.purchaseBySaleNumber(saleNumber)) ??
      (await atomically(({ purchases }) => purchases.find(name.toLowerCase())))
    );
  };
