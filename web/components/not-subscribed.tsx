import { Link } from 'wouter';

import { NoticeScreen } from './notice-screen.tsx';
import { SubscribeButton } from './subscribe-button.tsx';

/** In place of the dashboard for a user without a subscription. */
export const NotSubscribed = () => (
  <NoticeScreen
    look="locked"
    title="You're not subscribed"
    text="Subscribe now to unlock access to the Lead Vault Dashboard and premium leads."
    actions={
      <>
        <SubscribeButton />
        <Link href="/profile" className="button-line">
          Go to Profile
        </Link>
        <Link href="/lead-vault" className="button-quiet">
          See what is inside
        </Link>
      </>
    }
  />
);
