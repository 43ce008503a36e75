import type { Command } from 'commander';

export type Environment = Readonly<Record<string, string | undefined>>;

/** npm completes these to options of its own, where it has them. Of the first one it tells only because `.npmrc` has set it to something else. */
const COMPLETED: Readonly<Record<string, string>> = { '--commit': '--commit-hooks', '--to': '--token-description' };

/** An option of npm, too, which whoever runs machines may have set for good: it is not taken for ours. */
const OF_NPM = '--yes';

/** Where npm may leave an option. */
const namesOf = (option: string): readonly string[] =>
  [option, COMPLETED[option] ?? option].map((name) => `npm_config_${name.slice(2).replaceAll('-', '_')}`);

/** The command that the words begin with, as far as they name one. */
const commandOf = (program: Command, words: readonly string[]): Command => {
  const [word, ...rest] = words;
  const found = program.commands.find((command) => command.name() === word);
  return found === undefined ? program : commandOf(found, rest);
};

/**
 * The options of a command that were written without a `--` before it: npm keeps those, hands over the other words, and leaves
 * the options in the environment.
 */
export const keptByNpm = (program: Command, words: readonly string[], environment: Environment): readonly string[] =>
  commandOf(program, words)
    .options.flatMap(({ long }) => long ?? [])
    .filter((option) => option !== OF_NPM && !words.some((word) => word.split('=', 1)[0] === option))
    .filter((option) => namesOf(option).some((name) => (environment[name] ?? '') !== ''));
