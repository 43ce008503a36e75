import { paymentTag } from './payment-tags.ts';

/** How long the browser waits for the payment provider's script before it gives up, in milliseconds. */
const PATIENCE = 8_000;

type Load = (publicKey: string) => Promise<unknown>;
type Scripts = ReadonlyMap<string, () => Promise<Load>>;

/**
 * The scripts of providers that have one, by the names that the server calls them: each fetches a part of our own, which loads the
 * provider's script when it is called, and no sooner.
 */
const SCRIPTS: Scripts = new Map([['stripe', async () => (await import('@stripe/stripe-js/pure')).loadStripe]]);

/** The payment provider's script did not come. The message is for the buyer. */
export class ScriptMissing extends Error {
  override readonly name = 'ScriptMissing';
  /** Our own part of it is not there, which a browser may remember for the life of the page. */
  readonly needsReload: boolean = false;
}

/** What the provider is called in words for the buyer. */
export const paymentTitle = (): string => paymentTag('title').join(' ') || 'The payment page';

/** What the payment provider needs in the page before the browser goes to it, if the server names such a script. */
export const paymentScript = (scripts: Scripts = SCRIPTS, patience = PATIENCE) => {
  /** Our own part of it, once that is there. */
  let part: Load | undefined;
  let loading: Promise<unknown> | undefined;

  const fetchPart = async (): Promise<Load> => {
    const [name = ''] = paymentTag('script');
    part ??= await scripts.get(name)?.();
    if (part === undefined) throw new Error(`unknown: ${name}`);
    return part;
  };

  const load = (publicKey: string): Promise<unknown> => {
    // A failure is forgotten, so that the next try is a new one: at the provider at least.
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
      timer = setTimeout(reject, patience);
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

  /** Fetches our own part of it, and nothing of the provider's. What goes wrong shows when it is needed. */
  const prepare = (): void => void fetchPart().catch(() => undefined);

  /** Begins to load it, so that nobody waits later. */
  const begin = (): void => void ready().catch(() => undefined);

  return { prepare, begin, ready };
};

export const { prepare: preparePaymentScript, begin: beginPaymentScript, ready: awaitPaymentScript } = paymentScript();
