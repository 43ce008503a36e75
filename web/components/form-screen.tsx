import type { ReactNode } from 'react';

import { ScreenTitle } from './screen-title.tsx';

type Props = {
  readonly title: string;
  /** What the document is called where the title would not say where one is. */
  readonly page?: string;
  readonly text: string;
  readonly children: ReactNode;
  /** Where else to go. */
  readonly footer?: ReactNode;
};

/** A screen with one form: its title, what it is for, the form. */
export const FormScreen = ({ title, page = title, text, children, footer }: Props) => (
  <div className="page py-10 sm:py-20">
    <div className="mx-auto w-full max-w-[28rem]">
      <ScreenTitle page={page}>{title}</ScreenTitle>
      <p className="mt-1 mb-8 text-ink-muted">{text}</p>
      {children}
      {footer !== undefined && <p className="mt-6 text-ink-muted">{footer}</p>}
    </div>
  </div>
);
