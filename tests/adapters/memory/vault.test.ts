import { memoryStore } from '#adapters/memory/store.ts';
import { vaultContract } from '#tests/contracts/vault.contract.ts';

vaultContract('in memory', async () => ({ ...memoryStore(), close: async () => {} }));
