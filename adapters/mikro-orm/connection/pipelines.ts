import { Socket } from 'node:net';
import pg from 'pg';
import type { ClientConfig } from 'pg';

import type { PreparedGroup } from './prepared-group.ts';
import type { Done, Pipeline, PreparedQuery } from './prepared-query.ts';
import { silenceError, unlessHeard } from './silence.ts';

/** How often a pipeline is checked during the time that it may be silent. */
const LOOKS_IN_A_SILENCE = 4;

/** Accepts prepared statements: a client or a pool of the driver. */
export type StatementClient = {
  readonly query: (query: PreparedQuery | PreparedGroup, values: undefined, done: Done) => unknown;
};

/** How many may wait on one pipeline. A further one goes to the next pipeline, and if all are full to a connection of the pool. */
type Room = { readonly mostWaiting: number; readonly mostPipelines: number };

/** Room for short reads, and for groups of changes: a group waits for locks and for the disk, and with it all behind it. */
export const ROOM_FOR_READS: Room = { mostWaiting: 16, mostPipelines: 4 };
export const ROOM_FOR_CHANGES: Room = { mostWaiting: 4, mostPipelines: 2 };

/** In milliseconds: how long a pipeline may be silent while somebody waits, and how long it may be unused. */
type Patience = { readonly silence: number; readonly longestIdle: number };

type OpenPipeline = Pipeline & {
  readonly client: pg.Client & StatementClient;
  readonly socket: Socket;
  /** How many bytes had been received at the last check. */
  heard: number;
  /** Since when none has been received although a statement waits. */
  silentSince: number;
  wasUsed: boolean;
  idleSince: number;
};

/**
 * Pipelined connections: a statement is sent without waiting for the answers of those before it. The statements of one turn of the
 * event loop are sent in one packet, and most of their answers come back in one. Only short statements belong here: a long one, or one
 * that waits for a lock, would hold up all after it.
 */
export type Pipelines = {
  /** A place on the first pipeline that has room; `undefined` when none has. */
  readonly take: () => { readonly pipeline: Pipeline; readonly client: StatementClient } | undefined;
  readonly close: () => Promise<void>;
};

/** Opens each pipeline when it is needed. One that is silent for too long counts as broken; one that is unused for too long is closed. */
export const openPipelines = (
  config: ClientConfig,
  { silence, longestIdle, mostWaiting, mostPipelines }: Patience & Room,
): Pipelines => {
  let pipelines: OpenPipeline[] = [];
  let looks: NodeJS.Timeout | undefined;
  let isClosed = false;

  const leave = (pipeline: OpenPipeline): void => {
    pipelines = pipelines.filter((other) => other !== pipeline);
    if (pipelines.length > 0) return;
    clearInterval(looks);
    looks = undefined;
  };

  const look = (): void => {
    const now = performance.now();
    for (const pipeline of pipelines) {
      const { client, socket, waiting } = pipeline;
      const isHeard = waiting === 0 || socket.bytesRead > pipeline.heard;
      if (isHeard) [pipeline.heard, pipeline.silentSince] = [socket.bytesRead, now];
      else if (now - pipeline.silentSince >= silence) unlessHeard(socket, () => socket.destroy(silenceError()));
      if (pipeline.wasUsed || waiting > 0) [pipeline.wasUsed, pipeline.idleSince] = [false, now];
      else if (pipeline.isSpent || now - pipeline.idleSince >= longestIdle) {
        leave(pipeline);
        void client.end();
      }
    }
  };

  const open = (): OpenPipeline => {
    const socket = new Socket();
    const client = new pg.Client({
      ...config,
      application_name: 'homelead-pipelines',
      pipeline: true,
      stream: () => socket,
    }) as OpenPipeline['client'];
    const now = performance.now();
    const used = { waiting: 0, isSpent: false, wasUsed: true, idleSince: now };
    const pipeline = { client, socket, heard: 0, silentSince: now, ...used };
    const broken = (): void => leave(pipeline);
    client.on('error', broken);
    client.on('end', broken);
    // The client itself rejects the statements that wait for it.
    client.connect().catch(broken);
    pipelines = [...pipelines, pipeline];
    looks ??= setInterval(look, silence / LOOKS_IN_A_SILENCE).unref();
    return pipeline;
  };

  return {
    take: () => {
      const free = pipelines.find(({ isSpent, waiting }) => !isSpent && waiting < mostWaiting);
      if (free === undefined && (isClosed || pipelines.length === mostPipelines)) return undefined;
      const pipeline = free ?? open();
      pipeline.waiting += 1;
      pipeline.wasUsed = true;
      return { pipeline, client: pipeline.client };
    },
    close: async () => {
      isClosed = true;
      await Promise.all(pipelines.map(({ client }) => client.end()));
    },
  };
};
