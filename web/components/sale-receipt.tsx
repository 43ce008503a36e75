import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { longDate } from '#web/date.ts';
import { dollarsText } from '#web/price.ts';
import type { Sale } from '#web/stores/payment.ts';

/**
 * A link to the contact form, with the number of the sale. An address that is known goes along, but not in the URL. For an address that
 * takes no mail the field stays empty, whoever is signed in.
 */
const ContactUsLink = ({ email: address, undeliverable, saleNumber }: Sale) => {
  const email = undeliverable === true ? '' : address;
  const isKnown = email !== undefined && !email.includes('•');
  return (
    <Link
      href={saleNumber === undefined ? '/contact-us' : `/contact-us?lead=${saleNumber}`}
      state={isKnown ? { email } : undefined}
      className="link py-3.5"
    >
      Contact us
    </Link>
  );
};

/** `$31.50 on November 22, 2026`. */
const paidText = ({ amount, paidAt }: Sale): string | undefined =>
  amount === undefined || paidAt === undefined ? undefined : `${dollarsText(amount)} on ${longDate(paidAt)}`;

/** What the buyer needs after a sale: what was paid for what, where the e-mail goes, the number to name, and what happens next, if any mail will come. */
export const SaleReceipt = (sale: Sale) => (
  <>
    <dl className="mt-6 divide-y divide-line rounded-card border border-line px-4">
      <Fact name="Your email">{sale.email}</Fact>
      <Fact name="Lead number">{sale.saleNumber}</Fact>
      <Fact name="Bought">{sale.lineItem}</Fact>
      <Fact name="Paid">{paidText(sale)}</Fact>
    </dl>
    {sale.undeliverable === true ? (
      <p className="mt-6 text-ink-muted">
        <ContactUsLink {...sale} /> with your lead number.
      </p>
    ) : (
      <NextSteps {...sale} />
    )}
  </>
);

const NextSteps = (sale: Sale) => (
  <>
    <h2 className="mt-8 font-semibold">What happens next</h2>
    <ol className="mt-3 grid gap-3">
      <NextStep number={1}>
        The email arrives within a few minutes. Get in touch while the search is on their mind.
      </NextStep>
      <NextStep number={2}>Nothing there yet? Look in your spam folder first.</NextStep>
      <NextStep number={3}>
        Still nothing? <ContactUsLink {...sale} /> with your lead number, and we send it again.
      </NextStep>
    </ol>
  </>
);

const Fact = ({ name, children }: { readonly name: string; readonly children: string | undefined }) =>
  children !== undefined && (
    <div className="flex flex-wrap justify-between gap-x-4 py-3">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="figures min-w-0 font-semibold">{children}</dd>
    </div>
  );

const NextStep = ({ number, children }: { readonly number: number; readonly children: ReactNode }) => (
  <li className="flex gap-3 text-ink-muted">
    <span
      aria-hidden
      className="figures grid size-6 shrink-0 place-items-center rounded-full bg-brand-soft text-xs font-semibold text-brand-ink"
    >
      {number}
    </span>
    <p>{children}</p>
  </li>
);
