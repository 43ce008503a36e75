import { useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** A component that may have to be fetched. `fetch` does so ahead of the first drawing, which then has it at once. */
export type Later<Props extends object = object> = ComponentType<Props> & { readonly fetch: () => Promise<void> };

/**
 * A component that is fetched when it is first drawn, with `waiting` in its place until then. React's `lazy` would hold it back for 300
 * ms once its fallback has been shown. A failed fetch is thrown to the nearest fault boundary. A new drawing fetches it again, but a
 * browser may remember for the life of the page that a file did not come.
 */
export const later = <Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): Later<Props> => {
  let loaded: ComponentType<Props> | undefined;
  const Later = (props: Props) => {
    const [Part, setPart] = useState(() => loaded);
    const [fault, setFault] = useState<unknown>();
    useEffect(() => {
      let gone = false;
      // Also where it is here: it may have come after this drawing had begun.
      Promise.resolve(loaded ?? load()).then(
        (part) => {
          loaded = part;
          if (!gone) setPart(() => part);
        },
        (error: unknown) => {
          if (!gone) setFault(error);
        },
      );
      return () => {
        gone = true;
      };
    }, []);
    if (fault !== undefined) throw fault;
    return Part === undefined ? waiting : <Part {...props} />;
  };
  const fetch = async (): Promise<void> => {
    loaded ??= await load();
  };
  return Object.assign(Later, { fetch });
};
