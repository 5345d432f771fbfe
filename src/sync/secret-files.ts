// Small files that the operator provides: a secret, a certificate. They are read when they are needed, so that they can
// be replaced while the process runs. No message quotes their content.
import { readFileSync, statSync } from 'node:fs';
import { fileFault } from '../protocol/file-fault.js';
import { limits } from '../protocol/limits.js';
import { SyncFault } from './fault.js';

/** The content of `file`; an empty path gives an empty text. The fault names `setting`. */
export function readGiven(file: string, setting: string): string {
  if (file === '') return '';
  try {
    const { size } = statSync(file);
    if (size > limits.sync.givenFileBytes) throw new SyncFault('refused', `${setting}: ${file} is far too large`);
    return readFileSync(file, 'utf8').trim();
  } catch (fault) {
    if (fault instanceof SyncFault) throw fault;
    throw new SyncFault('refused', `${setting}: ${file} cannot be read: ${fileFault(fault)}`, { cause: fault });
  }
}

/** The certificates of `file` in PEM form; an empty path gives an empty text. The fault names `setting`. */
export function readCertificates(file: string, setting: string): string {
  const pem = readGiven(file, setting);
  if (file === '' || pem.includes('-----BEGIN CERTIFICATE-----')) return pem;
  throw new SyncFault('refused', `${setting}: ${file} has no certificate in PEM form`);
}
