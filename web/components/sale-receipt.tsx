import type { ReactNode } from 'react';
import { Link } from 'wouter';

type SaleReceiptProps = { readonly email: string | undefined; readonly saleNumber: string | undefined };

/** What the buyer needs after a sale: where the e-mail goes, the number to name, and what happens next. */
export const SaleReceipt = ({ email, saleNumber }: SaleReceiptProps) => (
  <>
    <dl className="mt-6 divide-y divide-line rounded-card border border-line px-4">
      <Fact name="Your email">{email}</Fact>
      <Fact name="Lead number">{saleNumber}</Fact>
    </dl>
    <h2 className="mt-8 font-semibold">What happens next</h2>
    <ol className="mt-3 space-y-3">
      <NextStep number={1}>The email arrives within a few minutes. Call while the search is on their mind.</NextStep>
      <NextStep number={2}>Nothing there yet? Look in your spam folder first.</NextStep>
      <NextStep number={3}>
        Still nothing?{' '}
        <Link href="/contact-us" className="link py-3.5">
          Contact us
        </Link>{' '}
        with your lead number, and we send it again.
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
