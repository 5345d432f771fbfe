// Silent connections, more than the gateway takes.
import { hoardSockets } from '../sockets.mjs';

export const about = '4,700 connections that send nothing, opened again whenever one is closed.';

/** @param {import('../attack.mjs').Target} target */
export const run = (target) => hoardSockets(target, 4_700, () => {});
