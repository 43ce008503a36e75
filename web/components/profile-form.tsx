import { useCallback, useEffect, useLayoutEffect, useState } from 'react';

import type { UserAnswer } from '#adapters/http/contract/user-contract.ts';
import { profileOf, saveProfile } from '#web/account-api.ts';
import { ProfileFields } from '#web/forms/fields.ts';
import { Form, SubmitButton } from '#web/forms/form.tsx';
import { EmailField, TextField } from '#web/forms/text-field.tsx';
import { useValidForm } from '#web/forms/use-valid-form.ts';
import { isSomebodyElse } from '#web/somebody-else.ts';
import { draftOf, dropDraft, keepDraft } from '#web/stores/profile-draft.ts';
import { noticeSessionEnd } from '#web/stores/session-ended.ts';
import { tellSuccess } from '#web/stores/tell.ts';
import { forgetUnsaved, hasUnsaved, useUnsavedChanges } from '#web/stores/unsaved.ts';
import { meetVisitor } from '#web/stores/visitor.ts';

type Props = { readonly user: UserAnswer; readonly onSaved: () => void; readonly onCancel: () => void };

const FIELDS = ['fullName', 'email', 'phone', 'address'] as const;

/** Edits the profile. A field that was not edited follows what the user saves elsewhere meanwhile. */
export const ProfileForm = ({ user, onSaved, onCancel }: Props) => {
  const [draft] = useState(() => draftOf(user.email));
  const { form, isBusy, errors, onSubmit } = useValidForm({
    schema: ProfileFields,
    defaultValues: profileOf(user),
    send: async (values) => {
      try {
        const saved = await saveProfile(user, values, edited());
        meetVisitor(saved);
        if (saved !== 'nobody' && isSomebodyElse(user, saved)) return;
      } catch (fault) {
        if (noticeSessionEnd(fault)) return;
        throw fault;
      }
      forgetUnsaved();
      tellSuccess('Profile updated successfully');
      onSaved();
    },
    failureText: () => 'Failed to update profile',
  });
  const { register, formState, getFieldState, getValues, setValue, reset } = form;
  const { isDirty } = formState;
  const edited = useCallback(() => FIELDS.filter((name) => getFieldState(name).isDirty), [getFieldState]);

  const { fullName, email, phone, address } = profileOf(user);
  useEffect(() => {
    reset({ fullName, email, phone, address }, { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true });
  }, [fullName, email, phone, address, reset]);

  useEffect(() => {
    if (draft === undefined) return;
    for (const [name, value] of draft) setValue(name, value, { shouldDirty: true });
  }, [draft, setValue]);

  // Has to stand before `useUnsavedChanges`, which forgets the changes: a form that was removed without a question gets them back.
  useLayoutEffect(
    () => () => {
      if (hasUnsaved())
        keepDraft(
          user.email,
          edited().map((name) => [name, getValues(name)] as const),
        );
      else dropDraft();
    },
    [user.email, getValues, edited],
  );
  useUnsavedChanges(isDirty);

  return (
    <Form
      className="mt-5"
      onSubmit={onSubmit}
      errors={errors}
      isBusy={isBusy}
      actions={
        <div className="flex flex-col gap-2 sm:flex-row">
          <SubmitButton isBusy={isBusy} busyText="Saving..." className="">
            Save Changes
          </SubmitButton>
          <button
            type="button"
            className="button-line"
            onClick={() => {
              forgetUnsaved();
              onCancel();
            }}
          >
            Cancel
          </button>
        </div>
      }
    >
      {draft !== undefined && (
        <p className="rounded-control bg-sun-soft px-4 py-3 text-sun-ink">
          Your session ended before these changes were saved.
        </p>
      )}
      <TextField
        label="Full Name"
        autoComplete="name"
        error={errors.fullName?.message}
        // At once: a focus that comes a moment later takes what is typed by then. The visitor has asked to edit.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        {...register('fullName')}
      />
      <EmailField
        label="Email Address"
        autoComplete="email"
        error={errors.email?.message}
        hint="A new address counts once you open the link that we send to it."
        {...register('email')}
      />
      <TextField
        label="Phone Number"
        type="tel"
        autoComplete="tel"
        error={errors.phone?.message}
        {...register('phone')}
      />
      <TextField label="Location" optional error={errors.address?.message} {...register('address')} />
    </Form>
  );
};
