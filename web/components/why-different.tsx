import { REASONS } from '#web/content/reasons.ts';

export const WhyDifferent = () => (
  <section aria-labelledby="why-different" className="page">
    <h2 id="why-different" className="heading">
      Why this is different <br />
      from a lead list
    </h2>
    <ul className="mt-6 grid gap-x-12 gap-y-8 border-t border-line pt-8 sm:grid-cols-2">
      {REASONS.map(({ title, text }) => (
        <li key={title}>
          <h3 className="text-lg font-semibold">{title}</h3>
          <p className="mt-1 max-w-measure text-ink-muted">{text}</p>
        </li>
      ))}
    </ul>
  </section>
);
