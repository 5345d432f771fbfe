// The words for a fault of the file system. A person who named a file reads them after "cannot be read" and the like.

const words: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of its path is not a directory',
  EEXIST: 'something else has this name',
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its symbolic links run in a circle',
  EIO: 'the disk reported an error',
};

/** The reason of a fault in words, with the code of the system, as in `it does not exist (ENOENT)`. */
export function fileFault(fault: unknown): string {
  const { code } = (fault ?? {}) as NodeJS.ErrnoException;
  if (code === undefined) return fault instanceof Error ? fault.message : String(fault);
  return Object.hasOwn(words, code) ? `${words[code]} (${code})` : code;
}

/** The same for a file or directory that was to be made: what does not exist then is the place for it. */
export function makingFault(fault: unknown): string {
  const { code } = (fault ?? {}) as NodeJS.ErrnoException;
  return code === 'ENOENT' ? `its directory does not exist (${code})` : fileFault(fault);
}
