// The paths that something beside their route treats apart.

export const WEBHOOK = '/api/stripe/webhook';

export const LISTS = { unsold: '/api/good-lead/unsold', examples: '/api/good-lead/top5' } as const;

export const EXPORT = '/api/good-lead/export';

export const OPEN_CHECKOUT = '/api/stripe/create-checkout-session';

export const VERIFY_PAYMENT = '/api/stripe/checkout-session';
