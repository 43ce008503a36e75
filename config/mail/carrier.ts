import type { Hono } from 'hono';
import * as v from 'valibot';

import type { Clock } from '#application/ports/clock.ts';
import type { Documents } from '#application/ports/documents.ts';
import type { Log } from '#application/ports/log.ts';
import type { Mailer } from '#application/ports/mailer.ts';

type Needs = { readonly documents: Documents; readonly clock: Clock; readonly log: Log };

export type OpenedMail = {
  readonly mailer: Mailer;
  /** Pages of its own, for development. */
  readonly pages: readonly Hono[];
  readonly close: () => void;
};

/** The settings that the environment gives, as texts. */
type Given = Readonly<Record<string, unknown>>;

/** The carrier that the settings name, and what they tell it. */
export type ChosenMail = {
  readonly kind: string;
  readonly settings: object;
  readonly open: (needs: Needs) => OpenedMail;
};

/** One way to send mail, whole. */
export type MailCarrier = {
  /** As the setting `MAIL` names it. */
  readonly name: string;
  /** Its settings; none is asked for while another carrier is chosen. */
  readonly settings: v.ObjectEntries;
  /** What it still has to be told, a line each. */
  readonly missing: (given: Given) => readonly string[];
  /** Throws unless every setting is valid and none is missing. */
  readonly chosen: (given: Given, isProduction: boolean) => ChosenMail;
};

type Told<Entries extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Entries, undefined>>;

type Description<Needed extends v.ObjectEntries, More extends v.ObjectEntries, Settings extends object> = {
  readonly name: string;
  /** The settings that it cannot work without. Each carries a description, which says what is missing. */
  readonly needed: Needed;
  /** The settings that may be left out. */
  readonly optional: More;
  /** What else is missing, a line each: for settings that need each other. */
  readonly alsoMissing?: (given: Given) => readonly string[];
  /** What the adapter is opened with. */
  readonly read: (told: Told<Needed & More>, isProduction: boolean) => Settings;
  readonly open: (settings: Settings, needs: Needs) => OpenedMail;
};

/** Makes a carrier of its description. */
export const mailCarrier = <
  const Needed extends v.ObjectEntries,
  const More extends v.ObjectEntries,
  Settings extends object,
>({
  name,
  needed,
  optional,
  alsoMissing = () => [],
  read,
  open,
}: Description<Needed, More, Settings>): MailCarrier => ({
  name,
  settings: {
    ...Object.fromEntries(Object.entries(needed).map(([setting, schema]) => [setting, v.optional(schema)])),
    ...optional,
  },
  missing: (given) => [
    ...Object.entries(needed)
      .filter(([setting]) => given[setting] === undefined)
      .map(([setting, schema]) => `${setting} is missing: ${v.getDescription(schema)}`),
    ...alsoMissing(given),
  ],
  chosen: (given, isProduction) => {
    const entries: Needed & More = { ...needed, ...optional };
    const settings = read(v.parse(v.object(entries), given), isProduction);
    return { kind: name, settings, open: (needs) => open(settings, needs) };
  },
});
