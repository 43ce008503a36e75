import { compose } from './compose.ts';
import { settingsFrom } from './environment.ts';
import type { Settings } from './environment.ts';
import { serve } from './serve.ts';
import { startProblem } from './start-problem.ts';
import { builtWeb } from './web-files.ts';

/**
 * Starts the product with the settings of the environment. A problem that a person can solve is reported in one message, without a
 * stack.
 */
let settings: Settings | undefined;
try {
  settings = settingsFrom(process.env);
  const product = await compose(settings, { web: await builtWeb(settings.publicUrl) });
  await serve(product, settings);
} catch (error) {
  console.error(startProblem(error, settings) ?? error);
  process.exit(1);
}
