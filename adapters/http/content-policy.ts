import type { BrowserScript } from '#application/ports/payment-profile.ts';

/** A content security policy: what each directive allows. */
export type Policy = Readonly<Record<string, readonly string[]>>;

const SELF = ["'self'"];
const NOTHING = ["'none'"];

const PAGE: Policy = {
  'default-src': NOTHING,
  'script-src': SELF,
  'style-src': SELF,
  'img-src': [...SELF, 'data:'],
  'font-src': SELF,
  'connect-src': SELF,
  'manifest-src': SELF,
  'form-action': SELF,
  'base-uri': NOTHING,
  'frame-ancestors': NOTHING,
};

/**
 * Our texts never become scripts or markup (C24). For a provider's script that cannot be promised, so this is left out where there is
 * one.
 */
const TRUSTED_TYPES: Policy = { 'require-trusted-types-for': ["'script'"], 'trusted-types': NOTHING };

const API: Policy = { 'default-src': NOTHING, 'frame-ancestors': NOTHING };

/** Everything from this host, and nothing inline. */
const DOCS: Policy = {
  'default-src': NOTHING,
  'script-src': SELF,
  'style-src': SELF,
  'img-src': SELF,
  'font-src': SELF,
  'connect-src': SELF,
  'form-action': NOTHING,
  'base-uri': NOTHING,
  'frame-ancestors': NOTHING,
};

const textOf = (policy: Policy): string =>
  Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');

export const API_POLICY = textOf(API);

export const DOCS_POLICY = textOf(DOCS);

/** The policy of a page that may load the payment provider's script, if it has one (C23). */
export const policyText = (policy: Policy, script: BrowserScript | undefined): string => {
  if (script === undefined) return textOf(policy);
  const allowed = (directive: string): readonly string[] =>
    (policy[directive] ?? policy['default-src'] ?? []).filter((source) => source !== "'none'");
  return textOf({
    ...policy,
    'script-src': [...allowed('script-src'), ...script.sources],
    'frame-src': [...allowed('frame-src'), ...script.frames],
    'connect-src': [...allowed('connect-src'), ...script.calls],
  });
};

export type SecuritySettings = {
  readonly https: boolean;
  /** The payment provider's script, which the pages load. */
  readonly script: BrowserScript | undefined;
  /** The hashes of the inline styles of the pages. */
  readonly styles?: readonly string[] | undefined;
  /** Replaces the usual policy where that would block the web's own tools. */
  readonly policy?: Policy | undefined;
};

export const pagePolicy = ({ https, script, styles = [], policy }: SecuritySettings): string =>
  policyText(
    policy ?? {
      ...PAGE,
      'style-src': [...SELF, ...styles],
      ...(script === undefined && TRUSTED_TYPES),
      ...(https && { 'upgrade-insecure-requests': [] }),
    },
    script,
  );
