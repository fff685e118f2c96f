/** Keeps the files of covers. All processes of a marketplace use one store. */
export type CoverStore = {
  /** Replaces a file of the same name; it is seen whole or not at all. */
  write: (hash: string, file: string, bytes: Uint8Array) => Promise<void>;
  /** Null if there is no such file. */
  read: (hash: string, file: string) => Promise<Blob | Uint8Array<ArrayBuffer> | null>;
  /** Deletes all files of a cover; does nothing if there are none. */
  remove: (hash: string) => Promise<void>;
};
