import { SearchX } from 'lucide-react';
import { useEffect } from 'react';

import { loadExamples, stopExamples, useExamples } from '#web/stores/examples.ts';

import { ExampleCards, ExampleSkeleton, ExampleTable } from './example-rows.tsx';
import { FailedNotice } from './failed-notice.tsx';
import { ListNotice } from './list-notice.tsx';

const Rows = () => {
  const { phase, answer, fault } = useExamples();
  if (phase === 'failed') return <FailedNotice title="Failed to load leads" fault={fault} onRetry={loadExamples} />;
  if (answer === undefined) return <ExampleSkeleton />;
  if (answer.length === 0)
    return (
      <ListNotice icon={SearchX} title="No examples right now" text="The Vault fills up every Monday at 15:00 UTC." />
    );
  return (
    <>
      <ExampleCards leads={answer} />
      <ExampleTable leads={answer} />
    </>
  );
};

/** Five leads of the Vault with their contact masked. */
export const ExampleLeads = () => {
  useEffect(() => {
    loadExamples();
    return stopExamples;
  }, []);
  return (
    <section aria-labelledby="examples" className="page">
      <h2 id="examples" className="heading">
        Example leads
      </h2>
      <p className="mt-1 mb-6 text-ink-muted">Five leads from the Vault. Subscribers see every contact in full.</p>
      <Rows />
    </section>
  );
};
