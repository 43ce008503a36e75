import type { Outside } from '#config/outside.ts';

/** A payment provider without a page for a total of nothing. */
export const withoutFreePage = ({ payments, ...others }: Outside): Outside => ({
  ...others,
  payments: { ...payments, profile: { ...payments.profile, hostsFreeCheckout: false } },
});
