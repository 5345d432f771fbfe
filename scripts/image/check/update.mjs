// An update of the product's own image with data: N+1 with a damaged model is taken back, and the same N+1 intact
// stays.
import { lastLine, mountFiles, resumeBox, untilServing } from './box.mjs';
import { note, tell } from './tell.mjs';

const bootState = '/usr/lib/tonegate-board/boot-state';
/** A self-test takes minutes under emulation. */
export const patience = 'tonegate.confirm-limit=900';
/** The gateway keeps others from its database, so a copy is asked. */
const schemaOf = `rm -rf /run/copy; mkdir /run/copy; cp /var/lib/tonegate/tonegate.db /var/lib/tonegate/tonegate.db-wal /run/copy/ 2>/dev/null
node -e 'const D=require("/usr/lib/tonegate/node_modules/better-sqlite3");console.log(new D("/run/copy/tonegate.db").pragma("user_version",{simple:true}))'`;
/** Mounts a copy of a model with one changed byte over the model. */
const damage = `M=/usr/lib/tonegate/models/asr-zh-8k/model.int8.onnx; cp $M /run/damaged
printf '\\252' | dd of=/run/damaged bs=1 seek=1000000 conv=notrunc status=none; ! cmp -s $M /run/damaged && mount --bind /run/damaged $M`;

/** @param {{ work: string, base: string, next: string, version: string, nextVersion: string }} parts */
export async function checkUpdate({ work, base, next, version, nextVersion }) {
  const machine = await resumeBox({ work, base, name: 'update', files: [{ name: 'next.raucb', file: next }] });
  const status = async () => JSON.parse(lastLine(await machine.shell('tonegate board status --json')));
  const schema = async () => Number(lastLine(await machine.shell(schemaOf)));
  let application = '';
  const ask = async () => {
    const { said } = await machine.tryShell(`node /run/client/client.mjs check /data/facts.json ${application}`, 180);
    return { holds: lastLine(said).includes('"isSame":true') && said.includes('"resultName":"busy"'), said };
  };
  const start = async () => {
    await machine.login();
    await untilServing(machine);
    await mountFiles(machine);
  };
  const install = async () => {
    const began = machine.upS;
    machine.type('tonegate update /run/files/next.raucb\n');
    await machine.waitFor(/is installed/, 580);
    note(`the update was installed in ${(machine.upS - began).toFixed(0)} s under emulation`);
  };
  try {
    const { appkey, secret } = JSON.parse(
      lastLine(await machine.shell('tonegate apps add dialer --json --show-secret')),
    );
    application = `${appkey} ${secret}`;
    const made = lastLine(await machine.shell(`node /run/client/client.mjs make /data/facts.json ${application}`, 300));
    tell('a client makes a word list, a task, a robot and its package', !made.includes('"fault"'), made);
    const before = await schema();

    await machine.shell(
      `${bootState} set BOOT_ARGS 'systemd.mask=tonegate-confirm.service tonegate.confirm-tries=1 ${patience}'`,
    );
    await install();
    await start();
    let now = await status();
    tell(
      `version ${nextVersion} is tried in slot B`,
      now.version === nextVersion && now.slot === 'B' && now.pending === 'B',
      JSON.stringify(now),
    );
    const after = await schema();
    tell(`it migrated the database from schema ${before} to ${before + 1}`, after === before + 1, String(after));
    await machine.shell(damage);
    machine.type('/usr/lib/tonegate-board/confirm\n');
    const [why] = await machine.waitFor(/self-test 1 of 1 of slot B failed: [^\r\n]*/, 1_000);
    tell('its self-test fails, and names the model file in which one byte is changed', why.includes('asr-zh-8k'), why);
    note(why);
    await machine.waitFor(/the database from before the update is in use again/, 400);
    await start();
    now = await status();
    tell(
      `the box is back in slot A with version ${version}`,
      now.version === version && now.slot === 'A',
      JSON.stringify(now),
    );
    const back = await schema();
    tell('its database has the earlier schema', back === before, String(back));
    let seen = await ask();
    tell('tasks, word lists, robots, packages and tokens are unchanged', seen.holds, seen.said);
    const confirmed = await machine.shell('/usr/lib/tonegate-board/confirm', 1_000);
    now = await status();
    tell('slot A passes, and the update is over', now.pending === '' && now.triesLeft.A === 3, confirmed);

    await machine.shell(`${bootState} set BOOT_ARGS '${patience}'`);
    await install();
    await machine.waitFor(/the update passed its self-test: slot B is good/, 2_000);
    await machine.wake();
    await untilServing(machine);
    await mountFiles(machine);
    now = await status();
    tell(
      `the same bundle in good order stays: version ${nextVersion} in slot B`,
      now.version === nextVersion && now.slot === 'B' && now.pending === '',
      JSON.stringify(now),
    );
    seen = await ask();
    tell('tasks, word lists, robots, packages and tokens are unchanged', seen.holds, seen.said);
  } catch (fault) {
    tell('the update runs to its end', false, fault instanceof Error ? fault.message : String(fault));
  }
  await machine.powerOff();
}
