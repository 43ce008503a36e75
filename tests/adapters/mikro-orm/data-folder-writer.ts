// A process that writes leads into a data folder, one after the other, until it is killed. Prints each id once it is committed.
import { openPglite } from '#adapters/mikro-orm/connection.ts';
import { migrate } from '#adapters/mikro-orm/migrate.ts';
import { databaseStore } from '#adapters/mikro-orm/store.ts';
import { systemSecrets } from '#adapters/system/secrets.ts';

const { id } = systemSecrets();
const database = await openPglite({ folder: process.argv[2] });
await migrate(database);
const atomically = databaseStore(database, { addJob: async () => {} });
for (;;) {
  const lead = {
    id: id(),
    place: { city: 'Austin', state: 'TX' },
    contact: { firstName: 'Ann', lastName: 'Poe', email: undefined, phone: undefined, address1: undefined },
    description: '',
    price: 100,
    standing: { state: 'listed', listedAt: 0 },
  } as const;
  await atomically(({ leads }) => leads.add([lead]));
  process.stdout.write(`${lead.id}\n`);
}
