import { describe } from 'vitest';

import { survivesBadLinesByTheMonth } from './subscription-bad-line.ts';
import { knowsTheSameByTheMonthBeside } from './subscription-beside.ts';
import { closesSubscriptionPages } from './subscription-closing.ts';
import { tellsWhenItEnded } from './subscription-ended.ts';
import { endsSubscriptions } from './subscription-ending.ts';
import { losesNoRequestByTheMonth } from './subscription-lost-requests.ts';
import { readsSubscriptionNotifications } from './subscription-notifications.ts';
import { opensSubscriptionPages } from './subscription-opening.ts';
import { beginsSubscriptions } from './subscription-paying.ts';
import { tellsReferencesApart } from './subscription-references.ts';
import { renewsSubscriptions } from './subscription-renewing.ts';
import { givesMonthsBack } from './subscription-returns.ts';
import type { SubscriptionRig } from './subscription-rig.ts';
import { subscriptionsInUse } from './subscriptions-in-use.ts';

/** What every provider of monthly subscriptions must do. `make` gives a fresh one, notifying once. */
export const subscriptionProviderContract = (name: string, make: () => Promise<SubscriptionRig>): void => {
  describe(`${name} as subscription provider`, () => {
    const shop = subscriptionsInUse(make);
    opensSubscriptionPages(shop);
    beginsSubscriptions(shop);
    closesSubscriptionPages(shop);
    renewsSubscriptions(shop);
    givesMonthsBack(shop);
    endsSubscriptions(shop);
    tellsWhenItEnded(shop);
    survivesBadLinesByTheMonth(shop);
    losesNoRequestByTheMonth(shop);
    tellsReferencesApart(shop);
    knowsTheSameByTheMonthBeside(shop);
    readsSubscriptionNotifications(shop);
  });
};
