import { useEffect, useRef, useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';

import { ContactRequest } from '#adapters/http/contract/account-contract.ts';
import { SHORTEST_MESSAGE } from '#domain/contact-message.ts';
import { isSaleNumber } from '#domain/sale-number.ts';
import { sendMessage } from '#web/account-api.ts';
import { ScreenTitle } from '#web/components/screen-title.tsx';
import { Form, SubmitButton } from '#web/forms/form.tsx';
import { EmailField, TextArea, TextField } from '#web/forms/text-field.tsx';
import { useValidForm } from '#web/forms/use-valid-form.ts';
import { dismissToast, toast } from '#web/stores/toasts.ts';
import { useVisitor } from '#web/stores/visitor.ts';
import { useQuery } from '#web/use-query.ts';

const NOTHING = { name: '', email: '', subject: '', message: '', website: '' };

const KEPT = ['message'] as const;

const SENT = 'Message Sent!';

type Sender = { readonly name: string; readonly email: string; readonly subject: string };

/** What is known of the sender, and of the sale that the message is about. */
const useSender = (): Sender => {
  const visitor = useVisitor();
  const sale = new URLSearchParams(useQuery()).get('lead') ?? '';
  const receipt = useHistoryState<{ readonly email?: string } | null>();
  const user = visitor.standing === 'signed-in' ? visitor.user : undefined;
  return {
    name: user?.fullName ?? '',
    email: receipt?.email ?? user?.email ?? '',
    subject: isSaleNumber(sale) ? `Lead ${sale}` : '',
  };
};

/** Stays until the next message is begun. */
const Sent = ({ to }: { readonly to: string }) => (
  <p className="rounded-control bg-brand-soft px-4 py-3 wrap-anywhere text-brand-ink">
    Message sent. We&apos;ll get back to you at <b className="font-semibold">{to}</b> within 24 hours.
  </p>
);

const MessageForm = () => {
  const { name, email, subject } = useSender();
  const [sentFor, setSentFor] = useState<string>();
  const { form, isBusy, errors, onSubmit } = useValidForm({
    schema: ContactRequest,
    defaultValues: NOTHING,
    keeps: KEPT,
    send: async (values) => {
      dismissToast(SENT);
      await sendMessage(values);
      form.reset({ ...NOTHING, name, email });
      setSentFor(values.email);
      toast({
        title: SENT,
        description: "Thank you for contacting us. We'll get back to you within 24 hours.",
        tone: 'plain',
      });
    },
    failureText: () => 'Something went wrong while sending your message. Please try again.',
  });
  const { register, getValues, resetField } = form;

  // Prefilled values follow the visitor, who may be known late; what was typed over stays.
  const given = useRef<Sender>(NOTHING);
  useEffect(() => {
    if (getValues('name') === given.current.name) resetField('name', { defaultValue: name });
    if (getValues('email') === given.current.email) resetField('email', { defaultValue: email });
    if (getValues('subject') === given.current.subject) resetField('subject', { defaultValue: subject });
    given.current = { name, email, subject };
  }, [name, email, subject, getValues, resetField]);

  return (
    <Form
      className="mt-5"
      onSubmit={onSubmit}
      onInput={() => setSentFor(undefined)}
      errors={errors}
      isBusy={isBusy}
      actions={
        <>
          {sentFor !== undefined && <Sent to={sentFor} />}
          <SubmitButton isBusy={isBusy} busyText="Sending...">
            Send Message
          </SubmitButton>
        </>
      }
    >
      <TextField label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
      <EmailField label="Email" autoComplete="email" error={errors.email?.message} {...register('email')} />
      <TextField label="Subject" autoComplete="off" error={errors.subject?.message} {...register('subject')} />
      <TextArea
        label="Message"
        rows={5}
        error={errors.message?.message}
        hint={errors.message === undefined ? `At least ${SHORTEST_MESSAGE} characters` : undefined}
        {...register('message')}
      />
      {/* A honeypot: people never see this field, only programs fill it in. Password managers are asked, each in its own way, not to. */}
      <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
        <label>
          Leave this empty
          <input
            tabIndex={-1}
            autoComplete="off"
            data-1p-ignore
            data-bwignore
            data-lpignore="true"
            data-form-type="other"
            {...register('website')}
          />
        </label>
      </div>
    </Form>
  );
};

export const ContactUs = () => (
  <div className="page py-10 sm:py-20">
    <div className="mx-auto w-full max-w-[34rem]">
      <ScreenTitle page="Contact Us">Contact Us</ScreenTitle>
      <p className="mt-1 text-ink-muted">
        A question about a lead, a purchase or your account? We reply within 24 hours.
      </p>
      <div className="card mt-8 p-5 sm:p-8">
        <h2 className="text-xl font-bold tracking-tight">Send us a Message</h2>
        <MessageForm />
      </div>
    </div>
  </div>
);
