import type { MouseEvent } from 'react';

import { Breakable } from './breakable.tsx';

/** A pointer that has just selected a part of the link; the keyboard means the link itself, whatever is selected. */
const hasSelected = ({ detail, currentTarget }: MouseEvent<HTMLElement>): boolean => {
  const selection = window.getSelection();
  return detail > 0 && selection?.isCollapsed === false && selection.containsNode(currentTarget, true);
};

type Props = { readonly text: string; readonly href: string };

/** A contact to press, whose text can be selected like any other: it is not dragged away (Chromium wants to be told both), and selecting does not press. */
export const ContactLink = ({ text, href }: Props) => (
  <a
    href={href}
    draggable={false}
    className="link select-text"
    onClick={(event) => {
      if (hasSelected(event)) event.preventDefault();
    }}
  >
    <Breakable text={text} />
  </a>
);
