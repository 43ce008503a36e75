import type { Command } from 'commander';

import type { Operation } from './operation.ts';

/** Whoever asks for help in a word instead of by `--help` gets it too. */
export const HELP = 'help [command]';

export type Wish = {
  readonly operation: Operation;
  /** What a person is asked before it is done; `undefined` for what can be undone. */
  readonly question: string | undefined;
};

/** One command: its arguments and options, examples for its help, and what it wishes for. */
export type Leaf = (parent: Command, name: string, description: string, examples: readonly string[]) => Command;

/** What a group of commands is made of. */
export type Grammar = {
  readonly leaf: Leaf;
  readonly wish: (operation: Operation, question?: string) => void;
  /** Where relative paths begin. */
  readonly folder: string;
};
