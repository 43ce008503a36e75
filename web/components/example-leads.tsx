import { useEffect } from 'react';
import { Link } from 'wouter';

import { loadExamples, stopExamples, useExamples, watchExamples } from '#web/stores/examples.ts';

import { ExampleCards, ExampleSkeleton, ExampleTable } from './example-rows.tsx';
import { FailedNotice } from './failed-notice.tsx';
import { ListNotice } from './list-notice.tsx';

const Rows = () => {
  const { phase, answer, fault } = useExamples();
  if (phase === 'failed') return <FailedNotice title="Failed to load leads" fault={fault} onRetry={loadExamples} />;
  if (answer === undefined) return <ExampleSkeleton />;
  if (answer.length === 0)
    return (
      <ListNotice title="No examples right now" text="The Vault fills up every Monday at 15:00 UTC.">
        <Link href="/" className="button-line">
          See this week's leads
        </Link>
      </ListNotice>
    );
  return (
    <>
      <ExampleCards leads={answer} />
      <ExampleTable leads={answer} />
    </>
  );
};

/** A few leads of the Vault with their contact masked. */
export const ExampleLeads = () => {
  const { answer } = useExamples();
  useEffect(() => {
    loadExamples();
    return stopExamples;
  }, []);
  useEffect(watchExamples, []);

  return (
    <section aria-labelledby="examples" className="page">
      <h2 id="examples" tabIndex={-1} className="heading">
        Example leads
      </h2>
      {answer?.length !== 0 && (
        <p className="mt-1 text-ink-muted">Straight from the Vault. Subscribers see every contact in full.</p>
      )}
      <div className="mt-6">
        <Rows />
      </div>
    </section>
  );
};
