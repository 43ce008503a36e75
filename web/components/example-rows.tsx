import type { Top5Answer } from '#adapters/http/contract/contract.ts';
import { dollarsText } from '#web/price.ts';

import { LeadDescription } from './lead-description.tsx';

type Leads = { readonly leads: Top5Answer };

/** Every width stays, whatever the cells hold; the description takes the rest. */
const COLUMNS = [
  { name: 'Location', look: 'w-40' },
  { name: 'Lead Type', look: 'w-24' },
  { name: 'Email', look: 'w-38' },
  { name: 'Phone', look: 'w-36' },
  { name: 'Description', look: '' },
  { name: 'Originally Listed Price', look: 'w-38 text-right xl:w-46' },
] as const;

/** On a wide window. */
export const ExampleTable = ({ leads }: Leads) => (
  <div className="card overflow-hidden max-lg:hidden">
    <table aria-labelledby="examples" className="w-full table-fixed text-left text-md">
      <thead className="bg-sunken text-sm text-ink-muted">
        <tr>
          {COLUMNS.map(({ name, look }) => (
            <th key={name} scope="col" className={`vault-cell py-3 font-semibold ${look}`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {leads.map(({ id, city, state, email, phoneNumber, description, leadPrice }) => (
          <tr key={id} className="align-top">
            <th scope="row" id={`row-${id}`} className="vault-cell font-semibold">
              {city}, {state}
            </th>
            <td className="vault-cell">Buyer</td>
            <td className="vault-cell">{email}</td>
            <td className="figures vault-cell">{phoneNumber}</td>
            <td className="vault-cell">
              <LeadDescription text={description} describedBy={`row-${id}`} className="text-ink-muted" />
            </td>
            <td className="figures vault-cell text-right">{dollarsText(leadPrice)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** On a narrow one. */
export const ExampleCards = ({ leads }: Leads) => (
  <ul aria-labelledby="examples" className="card divide-y divide-line lg:hidden">
    {leads.map(({ id, city, state, email, phoneNumber, description, leadPrice }) => (
      <li key={id} className="p-5 wrap-anywhere">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 id={`card-${id}`} className="text-lg font-bold tracking-tight">
            {city}, {state}
          </h3>
          <span className="chip bg-brand-soft text-brand-ink">Buyer</span>
        </div>
        <LeadDescription text={description} describedBy={`card-${id}`} className="mt-1 text-ink-muted" />
        <dl className="mt-3 grid grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-4 gap-y-1 text-md">
          <dt className="text-ink-muted">Email</dt>
          <dd>{email}</dd>
          <dt className="text-ink-muted">Phone</dt>
          <dd className="figures">{phoneNumber}</dd>
          <dt className="text-ink-muted">Originally listed price</dt>
          <dd className="figures">{dollarsText(leadPrice)}</dd>
        </dl>
      </li>
    ))}
  </ul>
);

/** About as tall as the examples. */
export const ExampleSkeleton = () => (
  <div aria-hidden="true" className="card divide-y divide-line">
    {Array.from({ length: 5 }, (_, row) => (
      <div key={row} className="grid content-start gap-3 p-5 max-lg:h-48 lg:h-19 lg:grid-cols-[10rem_1fr_8rem]">
        <div className="skeleton h-5" />
        <div className="skeleton h-5" />
        <div className="skeleton h-5" />
      </div>
    ))}
  </div>
);
