import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';

/** How far from the page's bottom the button appears, in pixels. */
const NEAR = 400;

/** Appears near the bottom of a page that has been scrolled. Leads to the top, and the focus to the h1. */
export const BackToTop = () => {
  const [shown, setShown] = useState(false);

  useEffect(() => {
    const look = (): void => {
      const { scrollTop, clientHeight, scrollHeight } = document.documentElement;
      setShown(scrollTop > 0 && scrollHeight - clientHeight - scrollTop < NEAR);
    };
    look();
    window.addEventListener('scroll', look);
    return () => window.removeEventListener('scroll', look);
  }, []);

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
