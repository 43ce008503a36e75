import type { ChargeMode } from '#domain/loss.ts';
import type { Cents } from '#domain/money.ts';

/** A script of the provider's own, with what the page has to let it do. Everything in it is public. */
export type BrowserScript = {
  /** Which one: a word that the web knows. */
  readonly name: string;
  readonly publicKey: string;
  /** Origins that it comes from, that it puts frames of into the page, and that it calls: `https://js.example`, `https://*.js.example`. */
  readonly sources: readonly string[];
  readonly frames: readonly string[];
  readonly calls: readonly string[];
};

/** How the browser gets to the hosted pages. */
export type BrowserPart = {
  /** What the buyer knows the provider as: `Stripe`. `undefined`: its pages are the shop's own. */
  readonly title: string | undefined;
  /** Origins of the hosted pages besides the shop's own. The browser is sent nowhere else. */
  readonly hostedPages: readonly string[];
  /** Loaded before the browser leaves for a hosted page, if there is one. */
  readonly script: BrowserScript | undefined;
};

/** What a payment provider can do, so that use-cases need not know which one it is. */
export type PaymentProfile = {
  /** Its name in `PAYMENTS`: each provider has its own, as remembered ids of notifications begin with it. */
  readonly name: string;
  /** `authorise`: money is held at the hosted page, then collected or released. `charge`: it is taken at once, and release is a full refund. */
  readonly chargeMode: ChargeMode;
  /** Whether the hosted page can show a total of nothing. If not, the shop asks for the e-mail, and the provider hears nothing of it. */
  readonly hostsFreeCheckout: boolean;
  /** The least that can be charged. What is left to pay is at least this, or nothing. */
  readonly smallestCharge: Cents;
  /** How long a hosted page may stay open. */
  readonly checkoutMinutes: { readonly min: number; readonly max: number };
  readonly browser: BrowserPart;
  /**
   * What a notification is believed by. `signed`: a signature that is checked here. `asked`: the provider is asked, about what is
   * named or who has sent it. Anybody can send such a one, so those that told nothing new are counted by address, and none is
   * read while the provider is left alone.
   */
  readonly notifications: 'signed' | 'asked';
};
