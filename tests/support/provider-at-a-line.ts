import { ProviderBusy, ProviderRefused, ProviderUnavailable } from '#application/ports/payment-provider.ts';
import type { Line, TurnableLine } from '#tests/contracts/payment-line.ts';

/** Makes the request, unless the line prevents it. */
type Request = <Answer>(ask: () => Promise<Answer>) => Promise<Answer>;

const troubleOn = (line: Line): Error | undefined => {
  switch (line) {
    case 'cut':
    case 'failing':
    case 'intercepted':
    case 'intercepted with 200':
    case 'redirected':
      return new ProviderUnavailable(line);
    case 'busy':
      return new ProviderBusy(line);
    case 'locked out':
      return new ProviderRefused(line);
    case 'fine':
    case 'answers lost':
      return undefined;
  }
};

/** The reads and the changes of a provider. */
export const requestsOver = ({ next }: Pick<TurnableLine, 'next'>) => {
  const request =
    (answersBack: (line: Line) => boolean): Request =>
    async (ask) => {
      const line = await next();
      const trouble = troubleOn(line);
      if (trouble !== undefined) throw trouble;
      const answer = await ask();
      if (!answersBack(line)) throw new ProviderUnavailable(line);
      return answer;
    };
  return { reads: request(() => true), changes: request((line) => line !== 'answers lost') };
};

/** A provider of which each method is one request, except for reading notifications, which are here already. */
export const atLine = <Provider extends object>(provider: Provider, line: Pick<TurnableLine, 'next'>): Provider => {
  const { reads, changes } = requestsOver(line);
  return new Proxy(provider, {
    get: (hosted, name): unknown => {
      const method: unknown = Reflect.get(hosted, name);
      if (typeof method !== 'function' || name === 'readNotification') return method;
      const request = String(name).startsWith('read') ? reads : changes;
      return (...given: readonly unknown[]) =>
        request(async (): Promise<unknown> => Reflect.apply(method, hosted, given));
    },
  });
};
