// The engines of a gateway, as its admin listener reports them.

/** @typedef {import('../../lib/gateway.mjs').Gateway} Gateway */

/** @param {Gateway} gateway */
const metrics = async ({ admin }) => (await fetch(`${admin}/metrics`)).text();

/** @param {Gateway} gateway */
export const health = async ({ admin }) => /** @type {any} */ (await (await fetch(`${admin}/healthz`)).json());

/** @param {Gateway} gateway */
export async function enginesOf(gateway) {
  const rows = (await metrics(gateway)).matchAll(/^tonegate_engine_process\{pid="(\d+)",role="(\w+)"\} (\d)/gm);
  return [...rows].map(([, pid, role, ready]) => ({ pid: Number(pid), role: role ?? '', isReady: ready === '1' }));
}

/** Names of the models that serve. @param {Gateway} gateway */
export async function modelsOf(gateway) {
  const rows = (await metrics(gateway)).matchAll(/^tonegate_model\{[^}]*model="([^"]+)"\}/gm);
  return new Set([...rows].map(([, name]) => name ?? ''));
}
