import { compose } from './compose.ts';
import { BadSettings, settingsFrom } from './environment.ts';
import { serve } from './serve.ts';
import { WebMissing, builtWeb } from './web-files.ts';

/** Starts the product with the settings of the environment. What a person can mend is said in one message, without a stack. */
try {
  const settings = settingsFrom(process.env);
  const product = await compose(settings, { web: await builtWeb() });
  await serve(product, settings);
} catch (error) {
  const isMendable =
    error instanceof BadSettings ||
    error instanceof WebMissing ||
    (error instanceof Error && error.name === 'DataFolderInUse');
  console.error(isMendable ? error.message : error);
  process.exit(1);
}
