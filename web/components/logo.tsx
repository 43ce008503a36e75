import { Link } from 'wouter';

export const Logo = () => (
  <Link
    href="/"
    className="-mx-2 inline-flex items-center gap-2.5 rounded-control px-2 py-2 text-lg font-bold tracking-tight"
  >
    <svg viewBox="0 0 28 28" className="size-7 shrink-0" aria-hidden="true">
      <rect width="28" height="28" rx="8" className="fill-brand" />
      <path
        className="fill-on-brand"
        d="M14 6.4a1.6 1.6 0 0 0-1.04.38l-5.4 4.6A1.6 1.6 0 0 0 7 12.6V19a2 2 0 0 0 2 2h2.6v-4.4a2.4 2.4 0 0 1 4.8 0V21H19a2 2 0 0 0 2-2v-6.4a1.6 1.6 0 0 0-.56-1.22l-5.4-4.6A1.6 1.6 0 0 0 14 6.4Z"
      />
    </svg>
    Homelead
  </Link>
);
