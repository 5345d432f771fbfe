// Kinds of fields that several settings share.
import { z } from 'zod';
import { limits } from '../protocol/limits.js';

/** The number of a port; 0 takes a free one. */
export const port = z.int().min(0).max(65_535);
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** The path of a file or directory; empty: none. */
export const path = z.string().max(4096);
/** Returns true for a name of the IANA time zone database. */
export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};
/** Ed25519 public keys in BASE64. */
export const signKeys = z
  .array(
    z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in BASE64, as `tonegate key public FILE` prints them'),
  )
  .max(limits.trust.pinnedKeys)
  .default([]);
/** A number of milliseconds in a range. */
export const ms = (min: number, max: number) => z.int().min(min).max(max);
