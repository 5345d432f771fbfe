// The subprotocols of the switches that fork, and how each is told to hang up. No command here ever answers a call.
import type { CallTexts } from './texts.js';

/** mod_audio_fork (two names over the years), jambonz, and Asterisk's WebSocket channel. mod_audio_stream names none. */
export const subprotocols = ['audio.drachtio.org', 'audiostream.drachtio.org', 'audio.jambonz.org', 'media'] as const;

/**
 * The command that ends a call. mod_audio_fork and mod_audio_stream turn it into an event that the dial plan must act
 * on; jambonz and Asterisk hang up by themselves.
 */
export function hangupCommand(subprotocol: string, { asterisk }: Pick<CallTexts, 'asterisk'>): string {
  if (asterisk === 'json') return JSON.stringify({ command: 'HANGUP' });
  if (asterisk === 'text' || subprotocol === 'media') return 'HANGUP';
  return JSON.stringify({ type: 'disconnect' });
}
