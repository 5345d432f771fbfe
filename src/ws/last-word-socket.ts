// ws closes a connection by itself when a message is longer than it may be, and says so in the close frame alone. Here the
// service gets a word in before.
import { WebSocket } from 'ws';

/** Emitted before the close frame of a message that is too long. */
export const tooLong = 'too-long';
/** RFC 6455: a message is too big. */
export const tooLongCode = 1009;

export class LastWordSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    if (code === tooLongCode) this.emit(tooLong);
    super.close(code, reason); // does nothing when a listener has closed it already
  }
}
