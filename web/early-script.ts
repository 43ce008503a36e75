type Output =
  | { readonly type: 'asset' }
  | { readonly type: 'chunk'; readonly name: string; readonly isEntry: boolean; readonly fileName: string };

/**
 * The address of the early script: of its chunk in a build, of its source without one. The chunk is found by the name of its entry, as
 * the id of its source has other slashes than a path on Windows.
 */
export const earlyAddress = (bundle: Readonly<Record<string, Output>> | undefined): string => {
  if (bundle === undefined) return '/early.ts';
  for (const output of Object.values(bundle))
    if (output.type === 'chunk' && output.isEntry && output.name === 'early') return `/${output.fileName}`;
  throw new Error('The build has no early script.');
};
