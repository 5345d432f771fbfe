// Ends a command whose output cannot be written.
import { isDiskFull } from '../protocol/errors.js';
import { fileFault } from '../protocol/file-fault.js';
import { exitCodes } from './exit.js';

/**
 * A reader that has seen enough (`| head`) is not a fault of the command, and must not end a service. A full disk is a
 * fault for every command that prints. Errors on standard error have nowhere to be reported.
 */
export function standardOutputMayEnd(isService: boolean): void {
  process.stderr.on('error', () => {});
  process.stdout.on('error', (fault: NodeJS.ErrnoException) => {
    if (isService) return;
    if (fault.code === 'EPIPE') process.exit(exitCodes.fine);
    process.stderr.write(`tonegate: standard output cannot be written: ${fileFault(fault)}\n`);
    process.exit(isDiskFull(fault) ? exitCodes.service : exitCodes.internal);
  });
}
