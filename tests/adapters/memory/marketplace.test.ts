import { memoryStore } from '#adapters/memory/store.ts';
import { marketplaceContract } from '#tests/contracts/marketplace.contract.ts';

marketplaceContract('in memory', async () => ({ ...memoryStore(), close: async () => {} }));
