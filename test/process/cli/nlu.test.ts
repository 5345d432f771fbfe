// `tonegate nlu`: robots as directories of files, through running gateways.
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { nluCommand } from '../../../src/cli/nlu/nlu.js';
import { tenantsCommand } from '../../../src/cli/tenants.js';
import { localRobots } from '../../../src/local/robots.js';
import { openLocalTenants } from '../../../src/local/tenants.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { NluClient } from '../../helpers/gateway/nlu-client.js';
import { runCommand } from '../../helpers/gateway/run-command.js';
import { wholeRobot } from '../../helpers/nlu/whole-robot.js';

let own: string;
let gateway: TestGateway;
let other: TestGateway;
let robot: string;
/** A port on which nothing listens any more. */
let closedPort: number;
/** Its directory. */
let exported: string;
beforeAll(async () => {
  own = mkdtempSync(join(tmpdir(), 'tonegate-nlu-'));
  [gateway, other] = await Promise.all([startTestGateway(), startTestGateway()]);
  const closed = net.createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  closedPort = (closed.address() as net.AddressInfo).port;
  closed.close();
  robot = await wholeRobot(new NluClient(gateway));
  exported = join(own, 'exported');
  await run(gateway, 'export', robot, exported);
});
afterAll(async () => {
  await Promise.all([gateway.discard(), other.discard()]);
  rmSync(own, { recursive: true });
});

async function run(at: TestGateway, ...args: string[]) {
  const { code, stdout, stderr } = await runCommand(nluCommand(localRobots), [...args, '--data', at.dataDir]);
  return { code, stdout: stdout.toString('utf8'), stderr };
}

/** Every file with its text. */
function filesOf(directory: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true }) as string[];
  const files = names.filter((name) => statSync(join(directory, name)).isFile()).sort();
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(directory, name), 'utf8')]));
}

let copies = 0;
/** A copy of the exported directory in which a text of a file is another one. */
function changed(file: string, text: string, by: string): string {
  const directory = join(own, `copy-${++copies}`);
  cpSync(exported, directory, { recursive: true });
  const path = join(directory, file);
  const before = readFileSync(path, 'utf8');
  expect(before).toContain(text);
  writeFileSync(path, before.replace(text, by));
  return directory;
}

describe('tonegate nlu export and import', () => {
  it('writes a readable file for each thing', () => {
    expect(Object.keys(filesOf(exported))).toEqual(
      [
        ...['intents/订票.json', 'lexicons/branches.json', 'lexicons/cities.json', 'lexicons/words.json'],
        ...['pairs/其他.json', 'pairs/银行 - 开户_销户 - 网点.json', 'pairs/银行 - 开户_销户.json', 'robot.json'],
        ...['scenes/回访 #2.json', 'scenes/回访.json', 'skills/same #2.json', 'skills/same.json', 'skills/tasks.json'],
        ...['tags/channel.json', 'tags/mood.json', 'task-questions.json', 'test-sets/a.json', 'test-sets/b.json'],
      ].sort(),
    );
    const pair = '"question": {\n        "text": "怎么开户",';
    expect(filesOf(exported)['pairs/银行 - 开户_销户.json']).toContain(pair);
  });

  it('gives the same bytes again from another gateway', async () => {
    const { code, stdout } = await run(other, 'import', exported, '--json');
    expect(code).toBe(0);
    const again = join(own, 'again');
    expect((await run(other, 'export', JSON.parse(stdout).id, again)).code).toBe(0);
    expect(filesOf(again)).toEqual(filesOf(exported));
  });

  it('works in another tenant', async () => {
    const add = ['add', 'north', '--app', gateway.app.appkey, '--data', gateway.dataDir];
    const command = tenantsCommand({ openLocally: async (directory) => openLocalTenants(directory) });
    const tenant = (await runCommand(command, add)).stdout.toString('utf8').trim();
    const { code, stdout } = await run(gateway, 'import', exported, '--tenant', tenant);
    expect(code).toBe(0);
    const again = join(own, 'north');
    await run(gateway, 'export', stdout.trim(), again, '--tenant', tenant);
    expect(filesOf(again)).toEqual(filesOf(exported));
    expect((await run(gateway, 'export', stdout.trim(), join(own, 'none'))).code).toBe(3);
  });

  it('says that it cannot have a tenant in the words of its flag', async () => {
    for (const tenant of ['0bad', '北方']) {
      const { code, stderr } = await run(gateway, 'import', exported, '--tenant', tenant);
      const wrong = `--tenant: "${tenant}" is no tenant that this application may use`;
      const right = 'leave --tenant out for the default tenant of the developer';
      expect([code, stderr]).toEqual([3, `tonegate: ${wrong}; ${right}\n`]);
    }
  });

  it.each([
    [
      'a port on which nothing listens',
      () => `http://127.0.0.1:${closedPort}`,
      /does not answer \(ECONNREFUSED: nothing listens/,
    ],
    ['a port that no client may use', () => 'http://127.0.0.1:9', /no request is possible \(bad port\)/],
    ['a name that has no address', () => 'http://gateway.invalid', /does not answer \(\w+: its name has no address/],
    ['a certificate of its own', () => gateway.https, /its certificate is not trusted \(\w+\); .*NODE_EXTRA_CA_CERTS/],
    ['https on the port of http', () => gateway.http.replace('http:', 'https:'), /http and https use different ports/],
    ['http on the port of https', () => gateway.https.replace('https:', 'http:'), /http and https use different ports/],
  ])('names the address and the reason for %s', async (_, address, words) => {
    vi.stubEnv('TONEGATE_ACCESS_TOKEN', 'any');
    try {
      const args = ['export', robot, join(own, 'far'), '--gateway', address(), '--appkey', 'a'];
      const { code, stderr } = await runCommand(nluCommand(localRobots), args);
      expect([code, stderr]).toEqual([4, expect.stringMatching(words)]);
      expect(stderr).toContain(address());
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('removes the files of things that are gone, and leaves a directory that is no robot alone', async () => {
    const directory = changed('skills/tasks.json', 'tasks', 'tasks');
    writeFileSync(join(directory, 'skills', 'old.json'), '{}');
    writeFileSync(join(directory, 'README.md'), 'mine');
    expect((await run(gateway, 'export', robot, directory)).code).toBe(0);
    expect(filesOf(directory)).toEqual({ ...filesOf(exported), 'README.md': 'mine' });
    const foreign = mkdtempSync(join(own, 'foreign-'));
    writeFileSync(join(foreign, 'letter.txt'), 'dear');
    const refused = await run(gateway, 'export', robot, foreign);
    expect([refused.code, filesOf(foreign)]).toEqual([3, { 'letter.txt': 'dear' }]);
    expect(refused.stderr).toContain('is neither empty nor an exported robot');
  });

  it('says in which file and line a refusal is', async () => {
    const directory = changed('lexicons/cities.json', 'Soochow', 'Suzhou');
    const { code, stderr } = await run(other, 'import', directory);
    const lines = filesOf(exported)['lexicons/cities.json']?.split('\n') ?? [];
    const line = lines.findIndex((each) => each.includes('"name": "cities"')) + 1;
    const message = 'name: there is already a lexicon "cities" with different content';
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining(`${directory}/lexicons/cities.json:${line}: ${message}`),
    ]);
  });

  it('fails with a sentence for an unknown robot, a directory without one, and a gateway that is not there', async () => {
    expect(await run(gateway, 'export', 'r-0', join(own, 'none'))).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('no robot r-0'),
    });
    expect(await run(gateway, 'import', own)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('no robot.json'),
    });
    const far = ['--gateway', 'http://127.0.0.1:9', '--appkey', 'a'];
    const { code } = await runCommand(nluCommand(localRobots), ['export', robot, join(own, 'none'), ...far]);
    expect(code).toBe(2);
  });
});

describe('tonegate nlu check', () => {
  it('finds nothing wrong in an exported directory, without a gateway', async () => {
    const { code, stdout } = await runCommand(nluCommand(localRobots), ['check', exported]);
    expect([code, stdout.toString('utf8')]).toEqual([0, '']);
  });

  it.each([
    [
      'skills/tasks.json',
      '"intents": ["订票"]',
      '"intents": ["改签"]',
      'intents[0]: there is no intent "改签" in the document',
    ],
    ['robot.json', '"forgetTurns": 5', '"forgetTurns": 500', 'forgetTurns: must be an integer from 0 to 100'],
    ['robot.json', '"forgetTurns": 5', '"forget": 5', 'unknown key forget'],
    ['pairs/其他.json', '在菜单里', '在{菜单', 'pairs[0].question.text: character'],
    ['task-questions.json', '是的', '{x}是的', 'question.text: only an intent has a slot x'],
    ['scenes/回访.json', 'user.level > 2', 'user.level >', 'nodes[3].branches[0].condition: character'],
    ['tags/mood.json', '{ "name": "b" }', '{ "name": "c" }', ''],
    ['lexicons/cities.json', 'Soochow', 'Soochow\\t', 'entries[0]: character'],
    ['intents/订票.json', 'http://127.0.0.1:9/', 'ftp://a/', 'processor.content.url: must be an http or https address'],
    ['intents/订票.json', '{', '{,', 'malformed JSON at'],
  ])('names file and line of what is wrong in %s (%s → %s)', async (file, text, by, message) => {
    const directory = changed(file, text, by);
    const { code, stdout, stderr } = await runCommand(nluCommand(localRobots), ['check', directory, '--json']);
    const { findings } = JSON.parse(stdout.toString('utf8'));
    expect(code).toBe(3);
    expect(stderr).toMatch(/ errors?\n$/);
    if (message === '') {
      // A tag that answers in several files name.
      expect(findings.length).toBeGreaterThan(2);
      expect(findings[0]).toMatchObject({
        file: 'robot.json',
        message: expect.stringContaining('there is no tag "mood:b"'),
      });
      return;
    }
    const [first] = findings;
    expect([first.file, first.message.includes(message)]).toEqual([file, true]);
    const lines = readFileSync(join(directory, file), 'utf8').split('\n');
    const line = lines.findIndex((each) => each.includes(by.replace('{,', '{,'))) + 1;
    if (!message.startsWith('unknown')) expect(first.line).toBe(line);
  });

  it('prints what the gateway finds about a robot', async () => {
    const { code, stdout } = await run(gateway, 'check', robot, '--json');
    const { findings, total } = JSON.parse(stdout);
    expect([code, findings.length]).toEqual([0, total]);
    const { id } = await new NluClient(gateway).created('/robots', { name: 'bare' });
    const bare = await run(gateway, 'check', id);
    expect([bare.code, bare.stdout]).toEqual([
      3,
      expect.stringContaining(`error: robot ${id}: has no skills; add at least one\n`),
    ]);
  });
});
