// Maps a network fault to the code of a file (specification 2, section 3.3).
import { NetFault } from '../../net/fault.js';
import { FileFault, fileCodes } from '../../protocol/engine/transcription.js';

/** Converts a NetFault into a FileFault; other faults stay as they are. */
export function asFileFault(fault: unknown): unknown {
  if (!(fault instanceof NetFault)) return fault;
  const { kind, message } = fault;
  const code = kind === 'absent' ? fileCodes.notFound : fileCodes.downloadFailed;
  return new FileFault(code, message, kind === 'passing');
}
