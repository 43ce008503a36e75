import { start } from './start.ts';
import { builtWeb } from './web-files.ts';

/** The product, with the web that was built before. */
await start(async ({ publicUrl }) => ({ web: await builtWeb(publicUrl) }));
