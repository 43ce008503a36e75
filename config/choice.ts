import * as v from 'valibot';

import { oneOf } from './setting-kinds.ts';

/** The settings that the environment gives, as texts. */
export type Given = Readonly<Record<string, unknown>>;

/** The chosen option, with its settings. */
export type Chosen<Needs, Opened> = {
  readonly kind: string;
  readonly settings: object;
  readonly open: (needs: Needs) => Promise<Opened>;
};

/** One option of a setting, with everything about it. */
export type Option<Needs, Opened> = {
  /** Its name in the setting. */
  readonly name: string;
  /** Its settings; none is required while another option is chosen. */
  readonly settings: v.ObjectEntries;
  /** The settings that it requires. */
  readonly needed: readonly string[];
  /** The settings that are still missing, a line each. */
  readonly missing: (given: Given) => readonly string[];
  /** Whether its settings are those of a trial, in which nothing is done for real. */
  readonly isTrial: (given: Given) => boolean;
  /** Throws unless every setting is valid and none is missing. */
  readonly chosen: (given: Given, isProduction: boolean) => Chosen<Needs, Opened>;
};

/** The values of valid settings. */
type ValuesOf<Entries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Entries, undefined>>;

type Description<
  Needed extends v.ObjectEntries,
  More extends v.ObjectEntries,
  Settings extends object,
  Needs,
  Opened,
> = {
  readonly name: string;
  /** The required settings. Each has a description, which says what is missing. */
  readonly needed: Needed;
  /** The settings that may be left out. */
  readonly optional: More;
  /** Other problems with its settings, a line each. */
  readonly alsoMissing?: (given: Given) => readonly string[];
  readonly isTrial?: (given: Given) => boolean;
  /** The settings of the adapter. */
  readonly read: (values: ValuesOf<Needed & More>, isProduction: boolean) => Settings;
  /** An adapter with a large library is imported here, so that whoever chooses another option does not load it. */
  readonly open: (settings: Settings, needs: Needs) => Opened | Promise<Opened>;
};

/** Makes an option from its description. */
export const option =
  <Needs, Opened>() =>
  <const Needed extends v.ObjectEntries, const More extends v.ObjectEntries, Settings extends object>({
    name,
    needed,
    optional,
    alsoMissing = () => [],
    isTrial = () => false,
    read,
    open,
  }: Description<Needed, More, Settings, Needs, Opened>): Option<Needs, Opened> => ({
    name,
    settings: {
      ...Object.fromEntries(Object.entries(needed).map(([setting, schema]) => [setting, v.optional(schema)])),
      ...optional,
    },
    needed: Object.keys(needed),
    missing: (given) => [
      ...Object.entries(needed)
        .filter(([setting]) => given[setting] === undefined)
        .map(([setting, schema]) => `${setting} is missing: ${v.getDescription(schema)}`),
      ...alsoMissing(given),
    ],
    isTrial,
    chosen: (given, isProduction) => {
      const entries: Needed & More = { ...needed, ...optional };
      const settings = read(v.parse(v.object(entries), given), isProduction);
      return { kind: name, settings, open: async (needs) => open(settings, needs) };
    },
  });

/** The option, with `change` applied to everything that it opens. */
export const opening = <Needs, Opened>(
  one: Option<Needs, Opened>,
  change: (opened: Opened, needs: Needs) => Opened,
): Option<Needs, Opened> => ({
  ...one,
  chosen: (given, isProduction) => {
    const chosen = one.chosen(given, isProduction);
    return { ...chosen, open: async (needs) => change(await chosen.open(needs), needs) };
  },
});

/** A setting that names one of several options, with the settings of all of them. Without it `otherwise` is chosen. */
export const choice = <Needs, Opened>(
  setting: string,
  {
    otherwise,
    options,
  }: { readonly otherwise: Option<Needs, Opened>; readonly options: readonly Option<Needs, Opened>[] },
) => {
  const all = [otherwise, ...options];
  /** Whether one option alone has this setting. */
  const isOwn = (name: string): boolean => all.filter(({ settings }) => name in settings).length === 1;
  const of = (given: Given): Option<Needs, Opened> => options.find(({ name }) => name === given[setting]) ?? otherwise;
  return {
    settings: {
      [setting]: v.optional(oneOf(all.map(({ name }) => name))),
      ...Object.assign({}, ...all.map(({ settings }) => settings)),
    } as v.ObjectEntries,
    /** The possible values of the setting. */
    names: all.map(({ name }) => name),
    /** The chosen option; complete once its settings are valid and none is missing. */
    of,
    /** Settings that only another option requires: whoever gave them may believe that this option is chosen. */
    idle: (given: Given) =>
      options
        .filter((option) => option !== of(given))
        .flatMap(({ name, needed }) => needed.map((own) => ({ own, setting, option: name })))
        .filter(({ own }) => given[own] !== undefined && isOwn(own)),
    /** The prefixes of the settings of one option: `STRIPE` of `STRIPE_SECRET_KEY`. */
    families: [
      ...new Set(
        all
          .flatMap(({ settings }) => Object.keys(settings))
          .filter(isOwn)
          .map((name) => name.replace(/_.*/, '')),
      ),
    ],
    /** Whether the default `otherwise` is chosen. */
    isOtherwise: (given: Given): boolean => of(given) === otherwise,
  };
};
