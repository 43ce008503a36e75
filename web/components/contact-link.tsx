import type { MouseEvent } from 'react';

import { Breakable } from './breakable.tsx';

/** Whether the click has just selected text of the link. A press of a key means the link, whatever is selected. */
const hasSelected = ({ detail, currentTarget }: MouseEvent<HTMLElement>): boolean => {
  const selection = window.getSelection();
  return detail > 0 && selection?.isCollapsed === false && selection.containsNode(currentTarget, true);
};

type Props = { readonly text: string; readonly href: string };

/**
 * A contact to press, whose text can be selected like any other: it cannot be dragged (Chromium needs `select-text` as well), and
 * selecting does not press it.
 */
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
