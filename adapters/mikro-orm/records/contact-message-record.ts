import { defineEntity, p } from '@mikro-orm/core';
import type { InferEntity } from '@mikro-orm/core';

export const ContactMessageRecord = defineEntity({
  name: 'ContactMessageRecord',
  tableName: 'contact_message',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    email: p.text(),
    subject: p.text(),
    text: p.text(),
    receivedAt: p.datetime(3),
    isSpam: p.boolean(),
  },
});

export type ContactMessageRow = InferEntity<typeof ContactMessageRecord>;
