import type { ReactNode } from 'react';

import { ScreenTitle } from './screen-title.tsx';

type Props = {
  readonly title: string;
  /** The title of the document, where `title` alone would not name the page. */
  readonly page?: string;
  readonly text: string;
  readonly children: ReactNode;
  /** Links to other screens. */
  readonly footer?: ReactNode;
};

/**
 * A screen with one form: its title, its purpose, the form. On small windows the footer of the page starts below the window, as it does
 * on the screens that such a form leads to: it would jump.
 */
export const FormScreen = ({ title, page = title, text, children, footer }: Props) => (
  <div className="page py-10 sm:py-20 max-lg:min-h-dvh">
    <div className="mx-auto w-full max-w-[28rem]">
      <ScreenTitle page={page}>{title}</ScreenTitle>
      <p className="mt-1 mb-8 text-ink-muted">{text}</p>
      {children}
      {footer !== undefined && <p className="mt-6 text-ink-muted">{footer}</p>}
    </div>
  </div>
);
