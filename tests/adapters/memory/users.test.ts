import { memoryStore } from '#adapters/memory/store.ts';
import { usersContract } from '#tests/contracts/users.contract.ts';

usersContract('in memory', async () => ({ ...memoryStore(), close: async () => {} }));
