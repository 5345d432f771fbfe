// `tonegate firmware`: manages the rollouts of an upstream, and shows whether a box has the firmware that its upstream
// wants.
import { Command } from 'commander';
import { dataDirOf } from '../../config/config.js';
import type { FirmwareReport } from '../../protocol/wire/sync-messages.js';
import { neededGateway, sendFile } from '../admin-call.js';
import { CommandFailure, exitCodes } from '../exit.js';
import { print } from '../print.js';
import { shownInLine } from '../terminal/shown.js';

interface Flags {
  readonly data?: string;
  readonly json?: boolean;
  readonly percent?: string;
  readonly holdBack?: string;
  readonly window?: string;
  readonly allowDowngrade?: boolean;
  readonly state?: string;
}

interface Uploaded {
  readonly product: string;
  readonly version: string;
  readonly sha256: string;
}

interface Window {
  readonly fromMin: number;
  readonly toMin: number;
}

/** A release as the admin listener describes it. */
interface Release extends Uploaded {
  readonly bytes: number;
  readonly window: Window | null;
  readonly wavePercent: number;
  readonly holdBackPercent: number;
  readonly isHeld: boolean;
  readonly good: number;
  readonly bad: number;
  readonly boxes: Readonly<Record<string, number>>;
}

interface Listed {
  readonly releases: readonly Release[];
  readonly box: FirmwareReport | null;
}

type Box = FirmwareReport & { readonly atMs: number };

const base = '/v10/admin/firmware';

export function firmwareCommand(): Command {
  const command = new Command('firmware').description('roll out updates to the boxes that follow this gateway');
  const sub = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .option('--data <dir>', 'data directory')
      .option('--json', 'print one line of JSON on standard output');
  const rollout = (name: string, description: string) =>
    sub(name, description)
      .option('--percent <number>', 'percentage of the boxes that update, chosen by a hash of their ids')
      .option(
        '--hold-back <number>',
        'hold the rollout when the update failed on more than this percentage of the updated boxes',
      )
      .option('--window <from-to>', 'time window for the installation (UTC), such as 18:00-21:00; any: at any time');
  sub('status', 'list the rollouts, and the state of the update of this machine from its own upstream').action(
    async (flags: Flags) => {
      const listed = await callOf(flags)<Listed>('GET', base);
      print(flags, listed, statusText(listed));
    },
  );
  rollout('publish <file>', 'upload a bundle (.raucb) and roll it out')
    .option('--allow-downgrade', 'install it on boxes with a newer version too')
    .action(async (file: string, flags: Flags) => {
      const settings = { ...settingsOf(flags), ...(flags.allowDowngrade === true && { allowDowngrade: true }) };
      const { product, version, sha256 } = await sendFile<Uploaded>(dirOf(flags), `${base}/bundles`, file);
      const { releases } = await callOf(flags)<Listed>('GET', base);
      if (releases.some((each) => each.product === product && each.sha256 === sha256))
        throw rolledOut(product, version);
      const release = await callOf(flags)<Release>('PUT', pathOf(product), { sha256, ...settings });
      print(flags, release, releaseText(release));
    });
  rollout('set <product>', 'change a rollout, for instance to the next wave').action(
    async (product: string, flags: Flags) => {
      const release = await callOf(flags)<Release>('PATCH', pathOf(product), settingsOf(flags));
      print(flags, release, releaseText(release));
    },
  );
  for (const [name, isHeld, description] of [
    ['hold', true, 'hold a rollout: no more boxes start the update'],
    ['resume', false, 'resume a rollout; boxes that failed so far no longer count'],
  ] as const) {
    sub(`${name} <product>`, description).action(async (product: string, flags: Flags) => {
      const release = await callOf(flags)<Release>('PATCH', pathOf(product), { isHeld });
      print(flags, release, releaseText(release));
    });
  }
  sub('withdraw <product>', 'end a rollout; boxes that have not started the update keep their version').action(
    async (product: string, flags: Flags) => {
      await callOf(flags)('DELETE', pathOf(product));
      print(flags, { withdrawn: product }, `withdrew the firmware for ${product}\n`);
    },
  );
  sub('boxes', 'list the boxes with their firmware, the latest reports first')
    .option('--state <state>', 'only boxes in this state, such as wentBack')
    .action(async (flags: Flags) => {
      const query = flags.state === undefined ? '' : `?state=${encodeURIComponent(flags.state)}`;
      const { boxes } = await callOf(flags)<{ boxes: Box[] }>('GET', `${base}/boxes${query}`);
      print(flags, boxes, boxes.map(boxLine).join('') || 'no boxes\n');
    });
  return command;
}

/** Another publication would begin with all boxes again, and would end a hold. */
const rolledOut = (product: string, version: string): CommandFailure =>
  new CommandFailure(
    exitCodes.badInput,
    `this bundle (${product} ${version}) is being rolled out already; change its rollout with tonegate firmware set, hold or resume`,
  );

const dirOf = (flags: Flags): string => dataDirOf({ dataDir: flags.data, env: process.env });
const callOf = (flags: Flags) => neededGateway(dirOf(flags));
const pathOf = (product: string): string => `${base}/releases/${encodeURIComponent(product)}`;

function settingsOf({ percent, holdBack, window }: Flags): Record<string, unknown> {
  return {
    ...(percent !== undefined && { wavePercent: share(percent, '--percent') }),
    ...(holdBack !== undefined && { holdBackPercent: share(holdBack, '--hold-back') }),
    ...(window !== undefined && { window: windowOf(window) }),
  };
}

function share(text: string, flag: string): number {
  const value = Number(text.replace(/%$/, ''));
  if (text !== '' && value >= 0 && value <= 100) return value;
  throw new CommandFailure(exitCodes.usage, `${flag}: must be a number from 0 to 100, not ${text}`);
}

function windowOf(text: string): Window | null {
  if (text === 'any') return null;
  const [, ...parts] = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  const [fromHour, from, toHour, to] = parts.map(Number);
  if (fromHour === undefined || from === undefined || toHour === undefined || to === undefined) {
    throw new CommandFailure(exitCodes.usage, `--window: must be like 18:00-21:00 (UTC), or any; not ${text}`);
  }
  return { fromMin: 60 * fromHour + from, toMin: 60 * toHour + to };
}

const time = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

function releaseText({ product, version, window, wavePercent, isHeld, good, bad, boxes }: Release): string {
  const when = window === null ? 'at any time' : `${time(window.fromMin)}-${time(window.toMin)} UTC`;
  const counts = Object.entries(boxes).map(([state, count]) => `${count} ${state}`);
  const lines = [
    `${product}  ${version}, ${wavePercent} % of the boxes, ${when}${isHeld ? ', HELD BACK' : ''}`,
    `  updated ${good}, failed ${bad}; boxes: ${counts.join(', ') || 'none has reported'}`,
  ];
  return `${lines.join('\n')}\n`;
}

function statusText({ releases, box }: Listed): string {
  const own =
    box === null || (box.state === 'current' && box.version === '')
      ? ''
      : `this box  ${box.version === '' ? '' : `${box.version}: `}${box.state}${box.reason === '' ? '' : ` (${shownInLine(box.reason)})`}\n`;
  return (
    releases.map(releaseText).join('') + own ||
    'this gateway has no rollouts, and its upstream wants no firmware for this machine\n'
  );
}

const boxLine = ({ box, product, version, state, reason, atMs }: Box): string =>
  `${new Date(atMs).toISOString()}  ${shownInLine(box)}  ${shownInLine(product)} ${shownInLine(version)}  ${state}${reason === '' ? '' : `: ${shownInLine(reason)}`}\n`;
