import { ArrowLeft, ShieldCheck } from 'lucide-react';
import { useState } from 'react';

import { TERMS } from '#domain/terms.ts';
import { dollarsText } from '#web/price.ts';
import { acceptTerms } from '#web/stores/accept-terms.ts';
import { backToSummary, closePurchase, needsEmail, totalOf, usePurchase } from '#web/stores/purchase.ts';
import { useVisitor } from '#web/stores/visitor.ts';
import { BusyButton } from './busy-button.tsx';
import { DialogButtons } from './dialog-buttons.tsx';
import { DialogActions, DialogBody } from './dialog.tsx';
import { PurchaseField } from './purchase-field.tsx';

/** Step 2: the terms, to be accepted anew at each purchase. It is also the dialog that accepts the lead. */
export const TermsDialog = () => {
  const [agreed, setAgreed] = useState(false);
  const purchase = usePurchase();
  const visitor = useVisitor();
  const { lead, busy, problem, emailTyped } = purchase;
  const total = totalOf(purchase);
  const email = emailTyped ?? (visitor.standing === 'signed-in' ? visitor.user.email : '');
  return (
    <>
      <DialogBody>
        {lead && total !== undefined && (
          <p className="figures -mt-2 mb-3 text-md text-ink-muted">
            {`Buyer lead in ${lead.city}, ${lead.state} for ${dollarsText(total)}`}
          </p>
        )}
        <ul className="divide-y divide-line border-t border-line">
          {TERMS.articles.map(({ title, text }) => (
            <li key={title} className="flex gap-3 py-2.5 sm:py-3">
              <ShieldCheck aria-hidden size={18} className="mt-0.75 shrink-0 text-brand" />
              <p className="text-ink-muted">
                <b className="font-semibold text-ink">{title}</b> {text}
              </p>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogActions>
        {problem?.at === 'terms' && <p className="mb-3 text-sm text-danger">{problem.text}</p>}
        {needsEmail(purchase) && (
          <div className="mb-3">
            <PurchaseField
              at="email"
              label="Email"
              type="email"
              value={email}
              onChange={({ target }) => usePurchase.setState({ emailTyped: target.value, problem: undefined })}
              autoComplete="email"
            />
          </div>
        )}
        <label className="mb-3 flex min-h-12 items-center gap-3 rounded-control border border-line-strong px-4 py-2.5 transition-colors has-checked:border-brand has-checked:bg-brand-soft">
          <input
            type="checkbox"
            className="size-5 shrink-0"
            checked={agreed}
            onChange={({ target }) => setAgreed(target.checked)}
          />
          I have read and agree to the terms.
        </label>
        <DialogButtons
          main={
            <BusyButton
              className="button-solid"
              disabled={!agreed}
              busy={busy === 'payment'}
              busyText="Redirecting..."
              onClick={() => void acceptTerms(TERMS.version, email)}
            >
              I Accept the Terms
            </BusyButton>
          }
        >
          <button type="button" className="button-quiet sm:mr-auto sm:-ml-4 forced-colors:ml-0" onClick={backToSummary}>
            <ArrowLeft aria-hidden size={18} />
            Back
          </button>
          <button type="button" className="button-quiet" onClick={closePurchase}>
            Decline
          </button>
        </DialogButtons>
      </DialogActions>
    </>
  );
};
