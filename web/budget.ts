/**
 * What the browser may be made to load, in KB after gzip (1 KB = 1,000 bytes). The build fails when a part grows past its
 * limit. `home` is all entries with everything they need at once; a route and the dialogs count what they add to it. `forms` is
 * what every form shares: loaded with the first one and cached, it counts once and not with each route.
 */
const LIMITS = { home: 92, css: 10, route: 16, dialogs: 28, forms: 16 } as const;

type Output =
  | { readonly type: 'asset'; readonly source: string | Uint8Array }
  | {
      readonly type: 'chunk';
      readonly code: string;
      readonly isEntry: boolean;
      readonly isDynamicEntry: boolean;
      readonly imports: readonly string[];
      readonly moduleIds: readonly string[];
      readonly facadeModuleId: string | null;
    };
type Bundle = Readonly<Record<string, Output>>;

const kilobytes = async (text: string | Uint8Array): Promise<number> => {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : new Uint8Array(text);
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return (await new Response(stream).arrayBuffer()).byteLength / 1000;
};

/** A chunk and everything it imports statically. */
const closure = (bundle: Bundle, file: string, seen = new Set<string>()): ReadonlySet<string> => {
  const output = bundle[file];
  if (output?.type !== 'chunk' || seen.has(file)) return seen;
  seen.add(file);
  for (const imported of output.imports) closure(bundle, imported, seen);
  return seen;
};

const weigh = async (bundle: Bundle, files: Iterable<string>): Promise<number> => {
  const sizes = await Promise.all(
    [...files].map(async (file) => {
      const output = bundle[file];
      return output?.type === 'chunk' ? await kilobytes(output.code) : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

/** The chunks that hold the form library, with what the bundler put beside it. */
const formChunks = (bundle: Bundle): ReadonlySet<string> =>
  new Set(
    Object.entries(bundle).flatMap(([file, output]) =>
      output.type === 'chunk' && output.moduleIds.some((id) => id.includes('/react-hook-form/')) ? [file] : [],
    ),
  );

type Part = { readonly name: string; readonly size: number; readonly limit: number };

/** Every part of the built web with its weight and its limit. */
export const weighParts = async (bundle: Bundle): Promise<readonly Part[]> => {
  const outputs = Object.entries(bundle);
  const entries = outputs.flatMap(([file, output]) => (output.type === 'chunk' && output.isEntry ? [file] : []));
  if (entries.length === 0) throw new Error('The build has no entry.');
  const home = new Set(entries.flatMap((entry) => [...closure(bundle, entry)]));
  const forms = formChunks(bundle);
  const css = outputs.flatMap(([file, output]) =>
    file.endsWith('.css') && output.type === 'asset' ? [output.source] : [],
  );
  const cssSizes = await Promise.all(css.map(kilobytes));
  const lazy = outputs.flatMap(([file, output]) =>
    output.type === 'chunk' && output.isDynamicEntry
      ? [{ file, source: output.facadeModuleId?.split('/').at(-1) ?? file }]
      : [],
  );
  const extras = await Promise.all(
    lazy.map(async ({ file, source }) => ({
      name: source,
      size: await weigh(bundle, closure(bundle, file).difference(home).difference(forms)),
      limit: /dialog|toaster/.test(source) ? LIMITS.dialogs : LIMITS.route,
    })),
  );
  return [
    { name: 'home', size: await weigh(bundle, home), limit: LIMITS.home },
    { name: 'css', size: cssSizes.reduce((sum, size) => sum + size, 0), limit: LIMITS.css },
    { name: 'forms', size: await weigh(bundle, forms), limit: LIMITS.forms },
    ...extras,
  ];
};

/** A build plugin that prints the weights and stops the build when one is over its limit. */
export const budget = () => ({
  name: 'budget',
  apply: 'build' as const,
  enforce: 'post' as const,
  generateBundle: {
    // What is fetched with each part is written into the code by then: that weighs too.
    order: 'post' as const,
    async handler(_options: unknown, bundle: Bundle): Promise<void> {
      const parts = await weighParts(bundle);
      const line = ({ name, size, limit }: Part): string =>
        `${name.padEnd(28)} ${size.toFixed(1).padStart(6)} of ${limit} KB${size > limit ? '  TOO MUCH' : ''}`;
      // oxlint-disable-next-line no-console -- a build's output is its console
      console.log(['gzip', ...parts.map(line)].join('\n'));
      if (parts.some(({ size, limit }) => size > limit)) throw new Error('The web is over its budget.');
    },
  },
});
