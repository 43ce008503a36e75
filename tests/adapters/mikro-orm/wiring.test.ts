import { expect, it } from 'vitest';

import { memoryLog } from '#adapters/memory/log.ts';
import { compose } from '#config/compose.ts';
import { settingsFrom } from '#config/environment.ts';
import type { Outside } from '#config/outside.ts';
import { DAY, HOUR } from '#domain/instant.ts';
import { newFolder } from '#tests/adapters/cli/rig.ts';

it(
  'what the settings say of the business reaches the use-cases, each at its own place',
  { timeout: 60_000 },
  async () => {
    await using place = await newFolder();
    const settings = settingsFrom({
      DATA_DIR: place.folder,
      SAMPLE_DATA: 'no',
      PUBLIC_URL: 'https://shop.example',
      CONCEAL_ACCOUNTS: 'yes',
      REQUIRE_TERMS: 'yes',
      SHELF_CYCLES: '2',
      ERASE_AFTER_DAYS: '7',
      FORGET_MESSAGES_AFTER_DAYS: '90',
      RENEWAL_GRACE_HOURS: '12',
      CONTACT_TO: 'office@agents.example',
    });
    let outside: Outside | undefined;
    const shop = await compose(settings, {
      web: { files: new Map(), shell: async () => '' },
      log: memoryLog(),
      around: (given) => (outside = given),
    });
    await shop.close();
    expect(outside).toMatchObject({
      shopUrl: 'https://shop.example',
      concealAccounts: true,
      termsRequired: true,
      shelfCycles: 2,
      eraseAfter: 7 * DAY,
      messagesKept: 90 * DAY,
      renewalGrace: 12 * HOUR,
      contactTo: 'office@agents.example',
    });
  },
);
