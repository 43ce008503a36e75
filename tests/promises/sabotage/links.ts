import { setTimeout as wait } from 'node:timers/promises';

import type { Token } from '#domain/token.ts';
import type { Around } from '#tests/promises/two-shops.ts';

/** In milliseconds: whoever has to begin anew, because somebody else was sooner, still finds the link. */
const LATE = 50;

/** Links are looked at without a lock on their account, and written off once the work is done. */
export const usedLate: Around = (outside, sql) => ({
  ...outside,
  atomically: async (work) => {
    let late: Token[] = [];
    const result = await outside.atomically((repositories) => {
      late = [];
      const { tokens, accounts } = repositories;
      return work({
        ...repositories,
        accounts: { ...accounts, findForUpdate: accounts.find },
        tokens: { ...tokens, save: async (token) => void late.push(token) },
      });
    });
    if (late.length > 0) await wait(LATE);
    for (const { hash, end } of late)
      await sql.query('update account_token set ending = $2, ended_at = $3 where hash = $1', [
        hash,
        end.is,
        end.is === 'none' ? null : new Date(end.at),
      ]);
    return result;
  },
});
