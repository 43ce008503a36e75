import { createHash, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { verify } from 'argon2';

import { hashesAtOnce } from '#adapters/argon2/passwords.ts';
import { semaphore } from '#adapters/argon2/semaphore.ts';
import { SESSION_LIFETIME } from '#domain/session.ts';
import { RENEWAL_GRACE } from '#domain/subscription.ts';
import type { FloorDatabase, Row } from './floor-database.ts';

const milliseconds = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

const USER = `select a.full_name, a.email, a.phone, a.address, a.pending_email, ${milliseconds('s.since')},
    ${milliseconds('s.paid_through')}, ${milliseconds('s.ends_at')}, s.is_overdue
  from session join account a on a.id = session.account_id
    left join subscription s on s.account_id = a.id and s.progress = 'live'
  where session.hash = $1 and session.seen_at > now() - interval '7 days' and session.created_at > now() - interval '30 days'`;

const ACCOUNT = `select id, password_hash from account where email = $1 and verification = 'verified'`;

const BEGIN_SESSION = `
  with ended as (delete from session where hash in
    (select hash from session where account_id = $1::uuid order by created_at desc offset 9))
  insert into session (hash, account_id, created_at, seen_at) values ($2, $1::uuid, now(), now())`;

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
const iso = (at: unknown): string => new Date(Number(at)).toISOString();

/** As many hashes at once as the product makes; nobody is sent away. */
const whenFree = semaphore({ atOnce: hashesAtOnce(availableParallelism()), waiting: Infinity });

/** The floor's part about accounts. One statement tells whose a session is and what is paid. */
export const floorMembers = ({ prepared }: Pick<FloorDatabase, 'prepared'>) => {
  const userOf = async (cookie = ''): Promise<Row | undefined> => {
    const token = /(?:^|; )session=([\w-]{43})/.exec(cookie)?.[1];
    return token === undefined ? undefined : (await prepared('user', USER, [sha256(token)]))[0];
  };

  const accessUntil = ([, , , , , since, paidThrough, endsAt]: Row): number =>
    since === null ? 0 : Math.min(Number(endsAt ?? Infinity), Number(paidThrough) + RENEWAL_GRACE);

  return {
    userOf,
    isSubscriber: (user: Row | undefined): boolean => user !== undefined && Date.now() < accessUntil(user),

    me: (user: Row): string => {
      const [fullName, email, phone, address, pending, since, paidThrough, endsAt, isOverdue] = user;
      const goesOn = endsAt === null && isOverdue === false;
      const ends = String(!goesOn && isOverdue === false);
      return `{"fullName":${JSON.stringify(fullName)},"email":${JSON.stringify(email)},"phoneNumber":${JSON.stringify(phone)},"address":${JSON.stringify(address)},"isSubscribed":true,"subscriptionDate":"${iso(since)}","cancelAtPeriodEnd":${ends},"canBeKept":${ends},"accessUntil":"${iso(accessUntil(user))}","renewsAt":${goesOn ? `"${iso(paidThrough)}"` : 'null'},"paymentFailed":${String(isOverdue)},"pendingEmail":${JSON.stringify(pending)}}`;
    },

    /** The cookie of a new session; `undefined` for a wrong pair. */
    signIn: async (form: URLSearchParams): Promise<string | undefined> => {
      const [account] = await prepared('account', ACCOUNT, [form.get('username')]);
      if (account === undefined || !(await whenFree(() => verify(String(account[1]), form.get('password') ?? ''))))
        return undefined;
      const token = randomBytes(32).toString('base64url');
      await prepared('begin session', BEGIN_SESSION, [account[0], sha256(token)]);
      return `session=${token}; Max-Age=${SESSION_LIFETIME / 1_000}; Path=/; HttpOnly; SameSite=Lax`;
    },
  };
};
