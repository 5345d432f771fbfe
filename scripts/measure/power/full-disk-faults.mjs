// The disk is full from the n-th write on, for each n: whatever the gateway was about to do, it answers, stops and
// starts.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FaultLayer } from './fault-layer.mjs';
import { Client, ServedGateway } from './full-disk-client.mjs';
import { sleep } from './rounds.mjs';

/** Rounds that begin with a start while the writes are counted; a start makes about this many writes itself. */
const startingRounds = 12;
/** Number of rounds after which the gateway is stopped and started with a disk that takes no write at all. */
const roundsPerStart = 10;
const recoveryMs = 60_000;

/** @param {readonly number[]} numbers of the first write that fails @param {(text: string) => void} say */
export async function faultRounds(numbers, say) {
  const folder = mkdtempSync(path.join(tmpdir(), 'full-disk-'));
  try {
    const rounds = new Rounds(folder);
    await rounds.first();
    for (const [index, number] of numbers.entries()) {
      const before = rounds.faults.length;
      await rounds.round(number, number <= startingRounds || (index + 1) % roundsPerStart === 0);
      say(`full from write ${number}: ${rounds.refusedWrites} writes refused so far\n`);
      for (const fault of rounds.faults.slice(before)) say(`  ${fault}\n`);
    }
    await rounds.last();
    return rounds;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class Rounds {
  rounds = 0;
  starts = 0;
  refusedWrites = 0;
  /** @type {string[]} */ faults = [];
  #isRunning = false;

  /** @param {string} folder */
  constructor(folder) {
    const models = path.join(folder, 'models');
    mkdirSync(models); // no model at all: the gateway screens by tones, and its engine is up at once
    const data = path.join(folder, 'data');
    this.layer = new FaultLayer(folder, data);
    this.gateway = new ServedGateway(data, {
      ...{ TONEGATE_SHIPPED_MODELS: models, TONEGATE_STORAGE_RESERVE_MIB: '1' },
      ...this.layer.env,
    });
    this.client = new Client(this.gateway);
    this.client.faults = this.faults;
  }

  async first() {
    this.layer.fullFrom(0);
    await this.#start('the first start');
    await this.client.renewToken();
  }

  async last() {
    this.layer.fullFrom(0);
    if (!this.#isRunning) await this.#start('the last start');
    await this.client.check();
    await this.#stop('the last stop');
  }

  /** @param {number} number @param {boolean} withStarts */
  async round(number, withStarts) {
    this.rounds++;
    const { client, faults } = this;
    client.about = `full from write ${number}`;
    if (withStarts && this.#isRunning) await this.#stop('stop');
    this.layer.fullFrom(number);
    if (!this.#isRunning) await this.#start('start');
    await this.#work(number);
    const { writes, refused } = this.layer.counts();
    this.refusedWrites += refused;
    if (writes < number) faults.push(`${client.about}: only ${writes} writes came`);
    if (withStarts) {
      await this.#stop('stop on a full disk');
      this.layer.fullFrom(1);
      await this.#start('start on a disk that takes nothing');
      await client.renewToken();
      await client.screen();
      await client.check();
      const { degraded, ready } = await client.health();
      if (!ready || degraded.length === 0) faults.push(`${client.about}: health ${ready} ${JSON.stringify(degraded)}`);
    }
    this.layer.fullFrom(0);
    const endMs = performance.now() + recoveryMs;
    while ((await client.health()).degraded.length > 0) {
      if (performance.now() > endMs) {
        faults.push(`${client.about}: still degraded after there was room`);
        break;
      }
      await sleep(100);
    }
    await client.check();
    for (const id of [...client.lists.keys()]) await client.removeList(id, [200]);
  }

  /** Works until the disk was full, and one turn more. @param {number} number */
  async #work(number) {
    for (let turn = 0, after = 0; turn < 60 && after < 2; turn++) {
      if (this.layer.counts().writes >= number) after++;
      await this.client.turn(turn);
    }
    await this.client.screen();
  }

  /** @param {string} what */
  async #start(what) {
    this.starts++;
    this.#isRunning = await this.gateway.start();
    if (!this.#isRunning) this.faults.push(`${this.client.about}: no ${what}: ${this.gateway.log}`);
  }

  /** @param {string} what */
  async #stop(what) {
    const status = await this.gateway.stop();
    this.#isRunning = false;
    if (status === 0 && !/"level":"fatal"/.test(this.gateway.log)) return;
    this.faults.push(`${this.client.about}: ${what}: ${status} ${this.gateway.log}`);
  }
}
