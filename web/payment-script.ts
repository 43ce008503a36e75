import { paymentTag } from './payment-tags.ts';

/** How long the browser waits for the payment provider's script before it gives up, in milliseconds. */
const PATIENCE = 8_000;

type Scripts = Readonly<Record<string, (publicKey: string) => Promise<unknown>>>;

/** The scripts of providers that have one, by the names that the server calls them. Each is fetched when it is asked for. */
const SCRIPTS: Scripts = {
  stripe: async (publicKey) => (await import('@stripe/stripe-js/pure')).loadStripe(publicKey),
};

/** The payment provider's script did not come. The message is for the buyer. */
export class ScriptMissing extends Error {
  override readonly name = 'ScriptMissing';
}

/** What the provider is called in words for the buyer. */
export const paymentTitle = (): string => paymentTag('title').join(' ') || 'The payment page';

/** What the payment provider needs in the page before the browser goes to it, if the server names such a script. */
export const paymentScript = (scripts: Scripts = SCRIPTS, patience = PATIENCE) => {
  let loading: Promise<unknown> | undefined;

  const load = (name: string, publicKey: string): Promise<unknown> => {
    const begun = async () => {
      if (!Object.hasOwn(scripts, name)) throw new Error(`unknown: ${name}`);
      return scripts[name]?.(publicKey);
    };
    // A failure is forgotten, so that the next try is a new one.
    loading ??= begun().catch((fault: unknown) => {
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
      await Promise.race([load(name, publicKey), late]);
    } catch (fault) {
      throw new ScriptMissing(`${paymentTitle()} failed to load.`, { cause: fault });
    } finally {
      clearTimeout(timer);
    }
  };

  /** Begins to load it, so that nobody waits later. What goes wrong shows when it is needed. */
  const begin = (): void => {
    const [name, publicKey = ''] = paymentTag('script');
    if (name !== undefined) void load(name, publicKey).catch(() => undefined);
  };

  return { begin, ready };
};

export const { begin: beginPaymentScript, ready: awaitPaymentScript } = paymentScript();
