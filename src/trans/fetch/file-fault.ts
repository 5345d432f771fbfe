// The code of a file (specification 2, section 3.3) for what went wrong on the way to an address.
import { NetFault } from '../../net/fault.js';
import { FileFault, fileCodes } from '../../protocol/engine/transcription.js';

/** A NetFault as the end of a file; anything else as it is. */
export function asFileFault(fault: unknown): unknown {
  if (!(fault instanceof NetFault)) return fault;
  const { kind, message } = fault;
  const code = kind === 'absent' ? fileCodes.notFound : fileCodes.downloadFailed;
  return new FileFault(code, message, kind === 'passing');
}
