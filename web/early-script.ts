type Output =
  | { readonly type: 'asset' }
  | { readonly type: 'chunk'; readonly name: string; readonly isEntry: boolean; readonly fileName: string };

/**
 * The address of the early script: in a build that of its chunk, without a build that of its source. The chunk is known by the name
 * that its entry was given, as the id of its source is written with other slashes than a path of Windows.
 */
export const earlyAddress = (bundle: Readonly<Record<string, Output>> | undefined): string => {
  if (bundle === undefined) return '/early.ts';
  for (const output of Object.values(bundle))
    if (output.type === 'chunk' && output.isEntry && output.name === 'early') return `/${output.fileName}`;
  throw new Error('The build has no early script.');
};
