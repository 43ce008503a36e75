import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

type Carousel = {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly atStart: boolean;
  readonly atEnd: boolean;
  readonly back: () => void;
  readonly forth: () => void;
};

/** The position of a list that scrolls sideways, and steps of one view in either direction. */
export const useCarousel = (): Carousel => {
  const list = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ atStart: true, atEnd: false });

  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const look = (): void => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      const atStart = scrollLeft < 8;
      const atEnd = scrollLeft + clientWidth > scrollWidth - 8;
      setEnds((before) => (before.atStart === atStart && before.atEnd === atEnd ? before : { atStart, atEnd }));
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);

  const step = (direction: 1 | -1): void => {
    const element = list.current;
    if (element === null) return;
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.scrollBy({ left: direction * element.clientWidth * 0.9, behavior: calm ? 'instant' : 'smooth' });
  };

  return { list, ...ends, back: () => step(-1), forth: () => step(1) };
};
