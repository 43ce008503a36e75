import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ComponentProps } from 'react';

import { Field } from './field.tsx';
import type { FieldProps } from './field.tsx';

/** A password, hidden until its owner wants to see it. */
export const PasswordField = ({ label, error, hint, aside, ...input }: FieldProps & ComponentProps<'input'>) => {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} error={error} hint={hint} aside={aside}>
      {(wiring) => (
        <>
          <input
            {...input}
            {...wiring}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className="field pr-12"
          />
          <button type="button" className="icon-button absolute top-0 right-0" onClick={() => setShown(!isShown)}>
            <Icon size={20} aria-hidden="true" />
            <span className="sr-only">{`${isShown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}</span>
          </button>
        </>
      )}
    </Field>
  );
};
