import { ChevronLeft, ChevronRight } from 'lucide-react';

import { TESTIMONIALS, TESTIMONIALS_NOTE } from '#web/content/testimonials.ts';
import type { Testimonial } from '#web/content/testimonials.ts';

import { useCarousel } from './use-carousel.ts';

const Quote = ({ name, location, role, text }: Testimonial) => (
  <li className="card flex shrink-0 basis-[86%] snap-start flex-col p-6 sm:basis-[calc((100%-1rem)/2)] lg:basis-[calc((100%-2rem)/3)]">
    <figure className="flex grow flex-col justify-between gap-5">
      <blockquote className="text-lg">{text}</blockquote>
      <figcaption className="flex items-center gap-3">
        <span
          className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft font-bold text-brand-ink"
          aria-hidden="true"
        >
          {name[0]}
        </span>
        <span>
          <span className="block text-md font-semibold">{name}</span>
          <span className="block text-sm text-ink-muted">
            {role}, {location}
          </span>
        </span>
      </figcaption>
    </figure>
  </li>
);

/** Quotes to leaf through; they move only when the visitor moves them. */
export const Testimonials = () => {
  const { list, atStart, atEnd, back, forth } = useCarousel();
  return (
    <section aria-labelledby="testimonials" className="page">
      <div className="flex items-end justify-between gap-4">
        <div className="min-w-0">
          <h2 id="testimonials" className="heading">
            What agents say
          </h2>
          <p className="mt-1 text-sm text-ink-muted">{TESTIMONIALS_NOTE}</p>
        </div>
        <div className="flex shrink-0 gap-2">
          <button
            type="button"
            aria-label="Previous testimonials"
            aria-disabled={atStart}
            onClick={back}
            className="button-line size-11 p-0"
          >
            <ChevronLeft size={18} aria-hidden="true" />
          </button>
          <button
            type="button"
            aria-label="Next testimonials"
            aria-disabled={atEnd}
            onClick={forth}
            className="button-line size-11 p-0"
          >
            <ChevronRight size={18} aria-hidden="true" />
          </button>
        </div>
      </div>
      <ul
        ref={list}
        aria-labelledby="testimonials"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reached by keyboard
        tabIndex={0}
        className="mt-5 -mx-4 flex snap-x snap-mandatory scroll-px-4 gap-4 overflow-x-auto rounded-card px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:scroll-px-0 sm:px-0"
      >
        {TESTIMONIALS.map((testimonial) => (
          <Quote key={testimonial.name} {...testimonial} />
        ))}
      </ul>
    </section>
  );
};
