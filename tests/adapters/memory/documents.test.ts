import { memoryDocuments } from '#adapters/memory/documents.ts';
import { documentsContract } from '#tests/contracts/documents.contract.ts';

documentsContract('memory', async () => ({ views: [memoryDocuments()], close: async () => {} }));
