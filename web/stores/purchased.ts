import { create } from 'zustand';

/** The leads that this browser has bought, or met as sold: their button reads 'Purchased'. The newest are kept. */
const KEY = 'homelead.purchased';
const CAP = 200;

type Purchased = { readonly ids: ReadonlySet<string> };

// Empty at first, so that prerendered HTML and the first render agree.
const store = create<Purchased>(() => ({ ids: new Set<string>() }));

/** Storage may be full, switched off or edited by hand: then the list is empty, and lives as long as the page. */
const stored = (): readonly string[] => {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
};

const keep = (ids: readonly string[]): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    // The set in memory still counts until the page is left.
  }
};

/** Marks a lead as gone, here and in the other tabs of this browser. */
export const markPurchased = (id: string): void => {
  const others = new Set([...stored(), ...store.getState().ids]);
  others.delete(id);
  const ids = [...others, id].slice(-CAP);
  keep(ids);
  store.setState({ ids: new Set(ids) });
};

/** The ids of the leads to show as 'Purchased'. */
export const usePurchased = (): ReadonlySet<string> => store((state) => state.ids);

const read = (): void => store.setState({ ids: new Set(stored()) });

// Now, and whenever another tab has changed it. A page that is made on the server has no storage.
if (typeof window !== 'undefined') {
  read();
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) read();
  });
}
