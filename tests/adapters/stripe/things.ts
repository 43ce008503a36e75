/** What the Stripe double keeps: the fields of Stripe's own objects that matter here, with times in seconds. */

export type Metadata = Readonly<Record<string, string>>;

export type Customer = {
  id: string;
  object: 'customer';
  created: number;
  email: string | null;
  metadata: Metadata;
  deleted?: true;
};

export type Session = {
  id: string;
  object: 'checkout.session';
  mode: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  amount_total: number;
  currency: string;
  /** How often it is paid; `null`: once. */
  interval: string | null;
  /** Its name; Stripe lists the items of a page only when it is asked to. */
  line_item: string;
  cancel_url: string;
  customer: string | null;
  customer_email: string | null;
  customer_details: { email: string } | null;
  expires_at: number;
  metadata: Metadata;
  payment_intent: string | null;
  subscription: string | null;
  success_url: string;
  url: string;
};

export type Intent = {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  capture_method: 'manual' | 'automatic';
  created: number;
  customer: string | null;
  metadata: Metadata;
  status: 'requires_payment_method' | 'requires_capture' | 'succeeded' | 'canceled';
};

export type Refund = { id: string; object: 'refund'; amount: number; payment_intent: string; status: string };

export type Dispute = {
  id: string;
  object: 'dispute';
  amount: number;
  charge: string;
  payment_intent: string;
  is_charge_refundable: boolean;
  /** What was withdrawn, and what came back. */
  balance_transactions: { amount: number }[];
  status: 'warning_needs_response' | 'warning_closed' | 'needs_response' | 'under_review' | 'won' | 'lost';
};

/** What is billed: a whole period, or the rest of one for a change in the middle of it. */
type InvoiceLine = {
  object: 'line_item';
  period: { start: number; end: number };
  parent:
    | { type: 'subscription_item_details'; subscription_item_details: { proration: false } }
    | { type: 'invoice_item_details'; invoice_item_details: { proration: true } };
};

export type Invoice = {
  id: string;
  object: 'invoice';
  created: number;
  customer: string;
  auto_advance: boolean;
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  amount_due: number;
  amount_paid: number;
  parent: { subscription_details: { subscription: string } };
  status_transitions: { paid_at: number | null };
  lines: { data: InvoiceLine[] };
  /** Stripe tells these only when it is asked to. */
  payments: { data: { status: string; payment: { type: 'payment_intent'; payment_intent: string } }[] };
};

export type Subscription = {
  id: string;
  object: 'subscription';
  status: 'active' | 'past_due' | 'paused' | 'canceled';
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  customer: string;
  ended_at: number | null;
  items: { data: { current_period_start: number; current_period_end: number; amount: number }[] };
  latest_invoice: string;
  metadata: Metadata;
  /** What was planned for it, while it is. */
  schedule: string | null;
  start_date: number;
};

export type Price = {
  id: string;
  object: 'price';
  unit_amount: number;
  currency: string;
  recurring: { interval: string; interval_count: number };
};

export type Thing = Customer | Price | Session | Intent | Refund | Dispute | Invoice | Subscription;

/** What Stripe declines, with its status and code. */
export class Declined extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`declined: ${code}`);
    this.status = status;
    this.code = code;
  }
}
