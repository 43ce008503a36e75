import { closeSync, fsyncSync, openSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The library's record of an open file: folders have no descriptor. */
type OpenFile = { readonly nfd?: number; readonly node: unknown };

type NodeFiles = {
  readonly stream_ops: { fsync?: (file: OpenFile) => number };
  readonly realPath: (node: unknown) => string;
  readonly tryFSOperation: <Value>(act: () => Value) => Value;
};

type Library = { readonly FS: { readonly filesystems: { readonly NODEFS: NodeFiles } } };

type Wishes = Parameters<NodeFS['init']>[1];

/** A system that lets nobody flush a folder keeps folders by itself; PostgreSQL assumes the same. */
const flushFolder = (path: string): void => {
  try {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {}
};

/**
 * The files of a database in a folder, which are written to the disk when the database asks for that. The library's own files leave the
 * time to the system: after a power cut paid sales would be missing, or the whole database.
 */
export class DurableFiles extends NodeFS {
  override async init(pglite: PGlite, wishes: Wishes): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, wishes);
    const flushes = ({ FS: { filesystems } }: Library): void => {
      const files = filesystems.NODEFS;
      files.stream_ops.fsync = ({ nfd, node }) => {
        if (nfd === undefined) flushFolder(files.realPath(node));
        else files.tryFSOperation(() => fsyncSync(nfd));
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), flushes] } };
  }
}
