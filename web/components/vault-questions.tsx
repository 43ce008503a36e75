import { ChevronDown } from 'lucide-react';

import { VAULT_QUESTIONS } from '#web/content/vault-questions.ts';

/** Questions and answers, one open at a time. */
export const VaultQuestions = () => (
  <section
    aria-labelledby="questions"
    className="page grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,44rem)]"
  >
    <h2 id="questions" className="heading">
      Questions and answers
    </h2>
    <div className="card divide-y divide-line">
      {VAULT_QUESTIONS.map(({ question, answer }) => (
        <details key={question} name="vault-questions" className="group">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-card px-5 py-3 font-semibold transition-colors hover:bg-sunken [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown
              size={20}
              aria-hidden="true"
              className="shrink-0 text-ink-muted transition-transform group-open:rotate-180"
            />
          </summary>
          <p className="max-w-measure px-5 pt-1 pb-5 text-ink-muted">{answer}</p>
        </details>
      ))}
    </div>
  </section>
);
