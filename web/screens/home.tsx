import { AvailableLeads } from '#web/components/available-leads.tsx';
import { Hero } from '#web/components/hero.tsx';
import { HomeSide } from '#web/components/home-side.tsx';
import { PurchaseHost } from '#web/components/purchase-host.tsx';
import { Testimonials } from '#web/components/testimonials.tsx';
import { WhyDifferent } from '#web/components/why-different.tsx';

/** The marketplace. On a wide window the side starts level with the rows, so heading, rows and pager share its grid. */
export const Home = () => (
  <>
    <Hero />
    <div className="page grid grid-cols-1 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] lg:gap-x-8 lg:gap-y-0">
      <AvailableLeads className="lg:row-span-2 lg:grid lg:grid-rows-subgrid" />
      <HomeSide className="lg:col-start-2 lg:row-start-2" />
    </div>
    <div className="mt-16 grid grid-cols-1 gap-16 pb-16 lg:mt-24 lg:gap-24 lg:pb-24">
      <Testimonials />
      <WhyDifferent />
    </div>
    <PurchaseHost />
  </>
);
