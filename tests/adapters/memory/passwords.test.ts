import { memoryPasswords } from '#adapters/memory/passwords.ts';
import { passwordsContract } from '#tests/contracts/passwords.contract.ts';

passwordsContract('memory', async () => ({
  passwords: memoryPasswords({ strength: 2 }),
  earlier: memoryPasswords(),
}));
