import { useEffect } from 'react';
import type { RefObject } from 'react';

/**
 * Sets `--header` on `element`: how far the header reaches into the window, 0 where it is scrolled out of sight or a dialog makes it
 * inert.
 */
export const useBelowHeader = (element: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const header = document.querySelector('header');
    const page = document.querySelector('#root');
    if (header === null || page === null) return;
    const place = (): void => {
      const reach = header.closest('[aria-hidden="true"],[inert]') === null ? header.getBoundingClientRect().bottom : 0;
      element.current?.style.setProperty('--header', `${Math.max(0, reach)}px`);
    };
    place();
    const dialogs = new MutationObserver(place);
    dialogs.observe(page, { attributes: true });
    const sizes = new ResizeObserver(place);
    sizes.observe(header);
    window.addEventListener('scroll', place);
    return () => {
      dialogs.disconnect();
      sizes.disconnect();
      window.removeEventListener('scroll', place);
    };
  }, [element]);
};
