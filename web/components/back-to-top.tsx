import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** How far from the page's bottom the button appears. */
const NEAR = '320px';

/** Appears when `near`, which ends the page, comes close to the window. Leads to the top, and the focus to the h1. */
export const BackToTop = ({ near }: { readonly near: RefObject<HTMLElement | null> }) => {
  const [shown, setShown] = useState(false);

  useEffect(() => {
    if (near.current === null) return;
    const observer = new IntersectionObserver(([entry]) => setShown(entry?.isIntersecting === true), {
      rootMargin: `0px 0px ${NEAR} 0px`,
    });
    observer.observe(near.current);
    return () => observer.disconnect();
  }, [near]);

  const toTop = (): void => {
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' });
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  };

  return (
    <button
      type="button"
      onClick={toTop}
      className={`button-quiet px-3 text-sm font-normal text-ink-muted hover:text-ink ${shown ? 'fade' : 'invisible'}`}
    >
      <ArrowUp size={16} aria-hidden="true" />
      Back to top
    </button>
  );
};
