import { shownStrength } from '#domain/common-password.ts';
import { SHORTEST_PASSWORD } from '#domain/password.ts';

const LOOKS = {
  Weak: { bars: 1, colour: 'bg-danger', ink: 'text-danger' },
  Medium: { bars: 2, colour: 'bg-sun', ink: 'text-sun-ink' },
  Strong: { bars: 3, colour: 'bg-brand', ink: 'text-brand-ink' },
} as const;

/** How strong a password looks while it is typed; it is never enforced. The color is put in words too. */
export const PasswordStrength = ({ password, email }: { readonly password: string; readonly email: string }) => {
  const strength = shownStrength(password, email);
  const { bars, colour, ink } = LOOKS[strength];
  return (
    <div className="flex items-center justify-between gap-4">
      <p role="status">
        {password === '' ? (
          `At least ${SHORTEST_PASSWORD} characters`
        ) : (
          <span>
            Password Strength: <b className={`font-semibold ${ink}`}>{strength}</b>
          </span>
        )}
      </p>
      {password !== '' && (
        <span aria-hidden="true" className="flex gap-1">
          {[1, 2, 3].map((bar) => (
            <span key={bar} className={`h-1.5 w-8 rounded-full ${bar <= bars ? colour : 'bg-line'}`} />
          ))}
        </span>
      )}
    </div>
  );
};
