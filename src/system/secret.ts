// Secrets that this service generates. Each has 256 random bits, so a single SHA-256 is enough to store it. (A slow
// hash protects passwords that people invent. It adds nothing against 2^256 guesses, and would let anyone load the
// gateway with wrong passwords.)
import { createHash, timingSafeEqual } from 'node:crypto';

export type Random = (bytes: number) => Buffer;

/** A new secret in base64url. It never begins with a dash, which a command line would read as an option. */
export const newSecret = (random: Random): string => random(32).toString('base64url').replace(/^-/, '_');

/** The SHA-256 of a secret, 32 bytes. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret, 'utf8').digest();

export const matches = (secret: string, hash: Buffer): boolean => timingSafeEqual(hashOf(secret), hash);
