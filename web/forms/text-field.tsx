import type { ComponentProps } from 'react';

import { Field } from './field.tsx';
import type { FieldProps } from './field.tsx';

export const TextField = ({ label, error, optional, hint, ...input }: FieldProps & ComponentProps<'input'>) => (
  <Field label={label} error={error} optional={optional} hint={hint}>
    {(wiring) => <input {...input} {...wiring} className="field" />}
  </Field>
);

/** An e-mail address: the right keyboard, and nothing that corrects it. */
export const EmailField = (props: FieldProps & ComponentProps<'input'>) => (
  <TextField {...props} type="email" autoCapitalize="none" autoCorrect="off" spellCheck={false} />
);

export const TextArea = ({ label, error, hint, ...input }: FieldProps & ComponentProps<'textarea'>) => (
  <Field label={label} error={error} hint={hint}>
    {(wiring) => <textarea {...input} {...wiring} className="field block" />}
  </Field>
);
