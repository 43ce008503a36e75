import { paymentTag } from './payment-tags.ts';

/** How long the browser waits for the payment provider's script before it gives up, in milliseconds. */
const PATIENCE = 8_000;

type Load = (publicKey: string) => Promise<unknown>;
type Scripts = ReadonlyMap<string, () => Promise<Load>>;

/**
 * The providers with a script, by the names that the server uses: each entry fetches our own part, which loads the provider's script
 * only when it is called.
 */
const SCRIPTS: Scripts = new Map([['stripe', async () => (await import('@stripe/stripe-js/pure')).loadStripe]]);

/** The payment provider's script did not come. The message is for the buyer. */
export class ScriptMissing extends Error {
  override readonly name = 'ScriptMissing';
  /** Our own part is missing, which a browser may remember for the life of the page. */
  readonly needsReload: boolean = false;
}

/** The name of the provider in texts for the buyer. */
export const paymentTitle = (): string => paymentTag('title').join(' ') || 'The payment page';

/** Loads the script that the payment provider needs before the browser goes there, if the server names one. */
export const paymentScript = (scripts: Scripts = SCRIPTS) => {
  /** Our own part, once it is fetched. */
  let part: Load | undefined;
  let loading: Promise<unknown> | undefined;

  const fetchPart = async (): Promise<Load> => {
    const [name = ''] = paymentTag('script');
    part ??= await scripts.get(name)?.();
    if (part === undefined) throw new Error(`unknown: ${name}`);
    return part;
  };

  const load = (publicKey: string): Promise<unknown> => {
    // A failure is forgotten, so that the next try asks again: the provider at least.
    loading ??= fetchPart()
      .then((begin) => begin(publicKey))
      .catch((fault: unknown) => {
        loading = undefined;
        throw fault;
      });
    return loading;
  };

  /** Waits until the script is there. Throws `ScriptMissing` when it failed or has not come in time. */
  const ready = async (): Promise<void> => {
    const [name, publicKey = ''] = paymentTag('script');
    if (name === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise((_, reject) => {
      timer = setTimeout(reject, PATIENCE);
    });
    try {
      await Promise.race([load(publicKey), late]);
    } catch (fault) {
      const missing = new ScriptMissing(`${paymentTitle()} failed to load.`, { cause: fault });
      throw Object.assign(missing, { needsReload: part === undefined });
    } finally {
      clearTimeout(timer);
    }
  };

  /** Fetches our own part, and nothing of the provider's. A failure shows when it is needed. */
  const prepare = (): void => void fetchPart().catch(() => undefined);

  /** Begins to load the script, so that nobody waits later. */
  const begin = (): void => void ready().catch(() => undefined);

  return { prepare, begin, ready };
};

export const { prepare: preparePaymentScript, begin: beginPaymentScript, ready: awaitPaymentScript } = paymentScript();
