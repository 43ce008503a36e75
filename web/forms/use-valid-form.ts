import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import type { DefaultValues, FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { GenericSchema } from 'valibot';

import { expectScreen } from '#web/navigation.ts';
import { tellError, untellError } from '#web/stores/tell.ts';

import { problemsOf } from './problems.ts';
import { keepTyped, typedInto } from './typed.ts';
import { useHasLeft } from './use-has-left.ts';

type Options<Input extends FieldValues, Output> = {
  /** Checks each field and what is sent: the contract's own schema, or one made of its parts. */
  readonly schema: GenericSchema<Input, Output>;
  readonly defaultValues: DefaultValues<Input>;
  /** The text fields in which stands again, when such a form is opened, what was typed and not sent: always the same array. */
  readonly keeps?: readonly Path<Input>[];
  readonly send: (values: Output) => Promise<unknown>;
  /** Leads on once it is sent. Whoever has left such a form meanwhile has given it up, is led nowhere, and reads of no failure. */
  readonly leadOn?: (values: Output) => void;
  /** What the toast says when `send` failed. */
  readonly failureText: (fault: unknown) => string;
};

export type ValidForm<Input extends FieldValues, Output> = {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly isBusy: boolean;
  /**
   * The errors by field, `root` for the whole form. While it is being sent again they stay as they were: a form that jumped would put
   * something else under the pointer.
   */
  readonly errors: FieldErrors<Input>;
  /** For the form element. A second submit while the first is under way does nothing. */
  readonly onSubmit: (event: FormEvent) => void;
};

/** Keeps a value as it was for as long as something is under way. */
const useSteady = <Value extends object>(value: Value, isUnderWay: boolean): Value => {
  const [kept, keep] = useState(value);
  if (!isUnderWay && kept !== value) keep(value);
  return isUnderWay ? kept : value;
};

const NONE = [] as const;

/** What was typed into these fields when a form was left; a value that is given comes first. */
const withTyped = <Input extends FieldValues>(
  given: DefaultValues<Input>,
  names: readonly Path<Input>[],
): DefaultValues<Input> => {
  const values: Readonly<Record<string, unknown>> = given;
  const typed = names.map((name) => [name, values[name] || typedInto(name)] as const);
  return { ...values, ...Object.fromEntries(typed) } as DefaultValues<Input>;
};

/** Keeps what is typed into these fields while it is typed: the next form is drawn before this one is left. */
const useKeptFields = <Input extends FieldValues>(
  { subscribe }: Pick<UseFormReturn<Input>, 'subscribe'>,
  names: readonly Path<Input>[],
): void => {
  useEffect(
    () =>
      subscribe({
        name: names,
        formState: { values: true },
        callback: ({ values }) => names.forEach((name) => keepTyped(name, values[name])),
      }),
    [subscribe, names],
  );
};

/** Windows at whose top the toasts lie, over what stands there. */
const TOASTS_ON_TOP = '(width < 40rem), (height < 36rem)';

/** Leads the field that has got the focus out of the way of the toasts. Its message stands below it. */
const clearOfToasts = (field: Element): void => {
  if (matchMedia(TOASTS_ON_TOP).matches) field.scrollIntoView({ block: 'center', behavior: 'instant' });
};

/**
 * A form that is checked on submit and live after that. The focus goes to the first bad field, which is in sight then; what was typed
 * stays, and a failure is shown in a toast and in place.
 */
export const useValidForm = <Input extends FieldValues, Output>({
  schema,
  defaultValues,
  keeps = NONE,
  send,
  leadOn,
  failureText,
}: Options<Input, Output>): ValidForm<Input, Output> => {
  const form = useForm<Input, unknown, Output>({
    resolver: valibotResolver<Input, unknown, Output>(schema),
    defaultValues: withTyped(defaultValues, keeps),
    // Without this a rule about two fields is checked only once each of them is right by itself.
    criteriaMode: 'all',
  });
  const isSending = useRef(false);
  const hasLeft = useHasLeft();
  useKeptFields(form, keeps);
  const { errors, isSubmitting } = form.formState;

  const sent = (values: Output): void => {
    keeps.forEach((name) => keepTyped(name, ''));
    if (!hasLeft()) leadOn?.(values);
  };

  const show = (fault: unknown): void => {
    if (leadOn && hasLeft()) return;
    const toast = failureText(fault);
    tellError(toast);
    const problems = problemsOf(fault, toast, Object.keys(form.getValues()));
    const [first] = problems.keys();
    for (const [name, message] of problems)
      form.setError(name as Path<Input>, { message }, { shouldFocus: name === first });
  };

  const submit = async (): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    untellError();
    expectScreen();
    await form
      .handleSubmit((values) => send(values).then(() => sent(values), show))()
      .finally(() => (isSending.current = false));
    const focused = document.activeElement;
    const name = focused?.getAttribute('name');
    if (focused && name && form.getFieldState(name as Path<Input>).invalid) clearOfToasts(focused);
  };

  return {
    form,
    isBusy: isSubmitting,
    errors: useSteady(errors, isSubmitting),
    onSubmit: (event) => {
      event.preventDefault();
      void submit();
    },
  };
};
