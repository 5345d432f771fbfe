// A WebSocket that lets the service send a message before ws closes the connection because a message is too long. By
// itself ws gives the reason only in the close frame.
import { WebSocket } from 'ws';

/** Emitted before the close frame of a message that is too long. */
export const tooLong = 'too-long';
/** RFC 6455: a message is too big. */
export const tooLongCode = 1009;

export class LastWordSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    if (code === tooLongCode) this.emit(tooLong);
    super.close(code, reason); // has no effect if a listener has closed it already
  }
}
