import { defineEntity, p } from '@mikro-orm/core';

/** Read and written by a plain statement; described here so that the check of the schema knows it. */
export const NotificationRecord = defineEntity({
  name: 'NotificationRecord',
  tableName: 'notification',
  properties: { id: p.text().primary(), receivedAt: p.datetime(3) },
});
