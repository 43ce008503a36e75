import { FEATURES } from '#web/content/features.ts';

import { ScreenTitle } from './screen-title.tsx';

const FeatureTiles = () => (
  <ul className="grid grid-cols-2 gap-2.5 max-[15rem]:grid-cols-1 md:max-lg:grid-cols-4">
    {FEATURES.map(({ icon: Icon, title, text }) => (
      <li key={title} className="card p-4 shadow-none">
        <Icon size={22} strokeWidth={1.75} className="text-brand-ink" aria-hidden="true" />
        <p className="mt-3 font-semibold">{title}</p>
        <p className="text-sm text-balance text-ink-muted">{text}</p>
      </li>
    ))}
  </ul>
);

export const Hero = () => (
  <div className="page grid items-center gap-8 pt-10 pb-12 lg:grid-cols-[minmax(0,1fr)_26rem] lg:pt-20 lg:pb-16 xl:gap-x-16">
    <div>
      <p className="chip bg-sun-soft text-sun-ink">
        <span className="size-1.5 shrink-0 rounded-full bg-current" aria-hidden="true" />
        New leads every Monday
      </p>
      <ScreenTitle className="hero mt-4 max-w-[9.5em] text-balance">Home buyers who want a call back.</ScreenTitle>
      <p className="mt-4 max-w-[38rem] text-lg text-ink-muted lg:mt-5 lg:text-xl">
        Exclusive buyer leads for agents, brokers and realtors. Choose one, pay by card, and get the contact details by
        email.
      </p>
    </div>
    <FeatureTiles />
  </div>
);
