import { compose } from './compose.ts';
import { settingsFrom } from './environment.ts';
import type { Settings } from './environment.ts';
import { serve } from './serve.ts';
import { startProblem } from './start-problem.ts';
import type { Surroundings } from './surroundings.ts';

type Opened = Pick<Surroundings, 'web'> & { readonly before?: Parameters<typeof serve>[2] };

/**
 * Starts the product with the settings of the environment and the web that `open` answers. A problem that a person can solve is
 * reported in one message, without a stack.
 */
export const start = async (open: (settings: Settings) => Promise<Opened>): Promise<void> => {
  let settings: Settings | undefined;
  try {
    settings = settingsFrom(process.env);
    const { web, before } = await open(settings);
    await serve(await compose(settings, { web }), settings, before);
  } catch (error) {
    console.error(startProblem(error, settings) ?? error);
    process.exit(1);
  }
};
