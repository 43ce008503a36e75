import { memoryStore } from '#adapters/memory/store.ts';
import { ledgerContract } from '#tests/contracts/ledger.contract.ts';

ledgerContract('in memory', async () => ({ ...memoryStore(), close: async () => {} }));
