import type { Top5Answer } from '#adapters/http/contract.ts';
import { dollarsText } from '#web/price.ts';

type Leads = { readonly leads: Top5Answer };

const COLUMNS = ['Location', 'Lead Type', 'Email', 'Phone', 'Description'] as const;

const descriptionOf = (description: string): string => (description === '' ? 'No description' : description);

/** On a wide window. */
export const ExampleTable = ({ leads }: Leads) => (
  <div className="card overflow-hidden max-lg:hidden">
    <table aria-labelledby="examples" className="w-full text-left text-md">
      <thead className="bg-sunken text-sm text-ink-muted">
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className="px-5 py-3 font-semibold">
              {column}
            </th>
          ))}
          <th scope="col" className="px-5 py-3 text-right font-semibold">
            Originally Listed Price
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {leads.map(({ id, city, state, email, phoneNumber, description, leadPrice }) => (
          <tr key={id} className="align-top">
            <th scope="row" className="px-5 py-4 font-semibold whitespace-nowrap">
              {city}, {state}
            </th>
            <td className="px-5 py-4">Buyer</td>
            <td className="px-5 py-4 whitespace-nowrap">{email}</td>
            <td className="figures px-5 py-4 whitespace-nowrap">{phoneNumber}</td>
            <td className="px-5 py-4 text-ink-muted">{descriptionOf(description)}</td>
            <td className="figures px-5 py-4 text-right">{dollarsText(leadPrice)}</td>
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
      <li key={id} className="p-5">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 className="text-lg font-bold tracking-tight">
            {city}, {state}
          </h3>
          <span className="chip bg-brand-soft text-brand-ink">Buyer</span>
        </div>
        <p className="mt-1 text-ink-muted">{descriptionOf(description)}</p>
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-md">
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

/** About as tall as what it stands for. */
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
