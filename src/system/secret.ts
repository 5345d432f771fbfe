// Secrets that this service makes: 256 random bits each, so a single SHA-256 is enough to store them. (A slow hash
// protects what people invent; against 2^256 guesses it protects nothing, and would let anyone load the gateway with
// wrong passwords.)
import { createHash, timingSafeEqual } from 'node:crypto';

export type Random = (bytes: number) => Buffer;

/** A secret without a dash in front, which a command line would take for an option. */
export const newSecret = (random: Random): string => random(32).toString('base64url').replace(/^-/, '_');

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret, 'utf8').digest();

export const matches = (secret: string, hash: Buffer): boolean => timingSafeEqual(hashOf(secret), hash);
