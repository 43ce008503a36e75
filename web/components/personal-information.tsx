import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { draftOf } from '#web/stores/profile-draft.ts';
import { tellError } from '#web/stores/tell.ts';
import { checkVisitor } from '#web/stores/visitor.ts';

import { Breakable } from './breakable.tsx';
import { PendingEmail } from './pending-email.tsx';
import { ProfileForm } from './profile-form.tsx';

const reload = async (): Promise<void> => {
  const { standing } = await checkVisitor();
  if (standing === 'unknown') tellError('Failed to load user details.');
};

const Facts = ({ user }: { readonly user: UserAnswer }) => {
  const facts = [
    ['Full Name', user.fullName],
    ['Email Address', user.email],
    ['Phone Number', user.phoneNumber ?? 'N/A'],
    ['Location', user.address ?? 'N/A'],
  ] as const;
  return (
    <dl className="mt-5 grid gap-5 sm:grid-cols-2">
      {facts.map(([name, text]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-ink-muted">{name}</dt>
          <dd className="font-medium wrap-anywhere">
            <Breakable text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
};

/**
 * The personal data of the user: to read, and to edit on demand, or at once where changes are still to be saved. Cancel restores the
 * values of the server.
 */
export const PersonalInformation = ({ user }: { readonly user: UserAnswer }) => {
  const [isEditing, setEditing] = useState(() => draftOf(user.email) !== undefined);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  const cancel = (): void => {
    setEditing(false);
    void reload();
  };

  return (
    <section aria-labelledby="personal" className="card p-5 sm:p-6">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2">
        <h2 id="personal" className="text-lg sm:text-xl font-bold tracking-tight">
          Personal Information
        </h2>
        {!isEditing && (
          <button ref={editButton} type="button" className="button-line px-3" onClick={() => setEditing(true)}>
            <Pencil size={18} aria-hidden="true" />
            Edit Profile
          </button>
        )}
      </div>
      <PendingEmail user={user} offers={!isEditing} heir={editButton} />
      {isEditing ? (
        <ProfileForm user={user} onSaved={() => setEditing(false)} onCancel={cancel} />
      ) : (
        <Facts user={user} />
      )}
    </section>
  );
};
