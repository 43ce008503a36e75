import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { Field } from '#web/forms/field.tsx';
import { TextField } from '#web/forms/text-field.tsx';

const describedBy = (more: { readonly error?: string; readonly hint?: string }): readonly (string | undefined)[] => {
  render(
    <Field label="Phone" error={more.error} hint={more.hint}>
      {(wiring) => <input {...wiring} />}
    </Field>,
  );
  const ids = screen.getByLabelText('Phone').getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? undefined);
};

test.each<[{ readonly error?: string; readonly hint?: string }, readonly string[]]>([
  [{}, []],
  [{ hint: 'With its area code.' }, ['With its area code.']],
  [{ error: 'Too short.', hint: 'With its area code.' }, ['Too short.', 'With its area code.']],
])('an input is read out with what is wrong and with what to know before: %j', (said, heard) => {
  expect(describedBy(said)).toEqual(heard);
});

test('an input is read out as required, or says that it may be left empty', () => {
  const wired = (name: string) => screen.getByLabelText(name);
  render(
    <>
      <TextField label="Name" error={undefined} />
      <TextField label="Location" error={undefined} optional />
    </>,
  );
  expect(wired('Name').getAttribute('aria-required')).toBe('true');
  expect(wired('Location').getAttribute('aria-required')).toBe('false');
  const hint = wired('Location').getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(hint)?.textContent).toBe('Optional');
});
