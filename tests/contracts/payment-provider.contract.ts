import { describe } from 'vitest';

import { survivesBadLines } from './payment-bad-line.ts';
import { knowsTheSameBeside } from './payment-beside.ts';
import { closesPages } from './payment-closing.ts';
import { collectsMoney } from './payment-collecting.ts';
import { standsDisputes } from './payment-disputes.ts';
import { losesNoRequest } from './payment-lost-requests.ts';
import { tellsOfMoney } from './payment-news.ts';
import { readsNotifications } from './payment-notifications.ts';
import { opensPages } from './payment-opening.ts';
import { takesPayments } from './payment-paying.ts';
import { knowsItsReferences } from './payment-references.ts';
import { sendsMoneyBack } from './payment-refunding.ts';
import type { PaymentRig } from './payment-rig.ts';
import { paymentsInUse } from './payments-in-use.ts';

/**
 * What every provider must do, whether it authorises first or charges at once. `make` gives a fresh one, notifying once.
 */
export const paymentProviderContract = (name: string, make: () => Promise<PaymentRig>): void => {
  describe(`${name} as payment provider`, () => {
    const shop = paymentsInUse(make);
    opensPages(shop);
    takesPayments(shop);
    closesPages(shop);
    collectsMoney(shop);
    sendsMoneyBack(shop);
    standsDisputes(shop);
    survivesBadLines(shop);
    losesNoRequest(shop);
    knowsItsReferences(shop);
    knowsTheSameBeside(shop);
    readsNotifications(shop);
    tellsOfMoney(shop);
  });
};
