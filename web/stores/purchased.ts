import { create } from 'zustand';

/** The leads that this browser has bought, or met as sold: their button reads 'Purchased'. The newest are kept. */
const KEY = 'homelead.purchased';
const CAP = 200;

/** Longer than any list may be behind, in milliseconds: a list that still shows a marked lead after that has it for sale again. */
const GRACE = 600_000;

/** When each lead was marked, in milliseconds since 1970. */
type Marks = ReadonlyMap<string, number>;

// Empty at first, so that prerendered HTML and the first render agree.
const store = create<{ readonly marks: Marks }>(() => ({ marks: new Map() }));

/** Storage may be full, switched off or edited by hand: then the list is empty, and lives as long as the page. */
const stored = (): Marks => {
  try {
    return new Map(JSON.parse(localStorage.getItem(KEY) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
};

const keep = (marks: Marks): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify([...marks]));
  } catch {
    // What is in memory still counts until the page is left.
  }
  store.setState({ marks });
};

/** The leads that are marked here or in another tab. */
const all = (): Map<string, number> => new Map([...stored(), ...store.getState().marks]);

/** Marks a lead as gone, here and in the other tabs of this browser. */
export const markPurchased = (id: string): void => {
  const marks = all();
  marks.delete(id);
  keep(new Map([...marks, [id, Date.now()] as const].slice(-CAP)));
};

/**
 * To be called with the leads that a list shows for sale: older marks of these are removed, as after a refund or a payment that fell
 * through.
 */
export const meetListed = (ids: readonly string[]): void => {
  const marks = all();
  const isBack = (id: string): boolean => (marks.get(id) ?? Infinity) < Date.now() - GRACE;
  const back = ids.filter(isBack);
  for (const id of back) marks.delete(id);
  if (back.length > 0) keep(marks);
};

/** The leads to show as 'Purchased', by id. */
export const usePurchased = (): Marks => store((state) => state.marks);

const read = (): void => store.setState({ marks: stored() });

// Read now, and whenever another tab has changed it. The server has no storage.
if (typeof window !== 'undefined') {
  read();
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) read();
  });
  // A page that is restored by Back or Forward has missed these events.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) read();
  });
}
