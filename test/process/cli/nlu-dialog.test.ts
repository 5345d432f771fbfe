// `tonegate nlu test` and `talk` (docs/stories.md): dialogs without a gateway.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nluCommand } from '../../../src/cli/nlu/nlu.js';
import { writeRobot } from '../../../src/cli/nlu/robot-files.js';
import { RobotRecords } from '../../../src/local/robot-records.js';
import { localRobots } from '../../../src/local/robots.js';
import { packageBytes } from '../../../src/understanding/package/writer.js';
import { runCommand } from '../../helpers/gateway/run-command.js';

const program = fileURLToPath(new URL('../../../scripts/tonegate.mjs', import.meta.url));
const text = (content: string) => ({ answers: [{ type: 'TEXT', content }] });
const robot = {
  format: 'tonegate-robot/1',
  robot: {
    name: 'booking',
    fallbackResponse: text('Pardon?'),
    opening: { type: 'RESPONSE', response: text('Hello {{ user.name }}.') },
    skills: [{ skill: 'tickets' }],
  },
  skills: [{ key: 'tickets', name: 'tickets', type: 'INTENT', intents: ['ticket'] }],
  intents: [
    {
      ...{ name: 'ticket', question: { text: 'I want a ticket' }, response: text('{{ price.response.cents }} cents.') },
      slots: [{ name: 'city', description: '', lexicon: 'cities', elicitResponse: text('Where to?') }],
      processor: { type: 'WEBAPI', content: { url: 'http://127.0.0.1:9/{{ slots.city.value }}', result: 'price' } },
    },
  ],
  lexicons: [{ name: 'cities', entries: ['Oslo', 'Rome'] }],
};
const story = `robot: ../booking.json
# A ticket
> I want a ticket
< Where to?
> Oslo
web: POST http://127.0.0.1:9/Oslo -> 200 {"cents": 300}
< 300 cents.
`;

let folder: string;
let directories = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-stories-'));
  writeFileSync(join(folder, 'booking.json'), JSON.stringify(robot));
  const { robot: own, format, ...rest } = robot;
  writeRobot(join(folder, 'booking'), { format, robot: own, ...rest });
  const records = new RobotRecords();
  const pieces: Uint8Array[] = [];
  for await (const piece of packageBytes(records.of(join(folder, 'booking.json')))) pieces.push(piece);
  writeFileSync(join(folder, 'booking.package'), Buffer.concat(pieces));
  records.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A new directory with these files. */
function directoryWith(files: Readonly<Record<string, string>>): string {
  const directory = join(folder, `stories-${++directories}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(directory, name, '..'), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
  return directory;
}

async function run(...args: string[]) {
  const { code, stdout, stderr } = await runCommand(nluCommand(localRobots), args);
  return { code, stdout: stdout.toString('utf8').replaceAll(/[^\s"]*stories-\d+\//g, ''), stderr };
}

describe('tonegate nlu test', () => {
  it('plays the stories of all folders, with robots that are documents, directories and packages', async () => {
    const stories = directoryWith({
      'a.story': story,
      'b.story': story.replace('booking.json', 'booking'),
      'deep/er/c.story': story.replace('../booking.json', '../../../booking.package'),
      'd.story': story.replace('../booking.json', join(folder, 'booking.json')),
      'notes.txt': 'no story',
    });
    expect(await run('test', stories)).toEqual({ code: 0, stdout: '4 stories, 0 failed\n', stderr: '' });
  });

  it('prints file, line, what was expected and what came, and exits with 3', async () => {
    const stories = directoryWith({ 'a.story': `${story}# Another\n> I want a ticket\n< Why?\nwait: -\n` });
    expect(await run('test', stories)).toMatchObject({
      code: 3,
      stdout: [
        'a.story:10: Another: expected < Why?; came < Where to?',
        'a.story:11: Another: expected wait: -; came INTENT:tickets',
        '2 stories, 1 failed\n',
      ].join('\n'),
    });
    const only = await run('test', stories, '--only', 'ticket');
    expect(only).toMatchObject({ code: 0, stdout: '1 story, 0 failed\n' });
    const { code, stdout } = await run('test', stories, '--json');
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ played: 2, failed: 1, failures: [{ line: 10 }, { line: 11 }] });
  });

  it('refuses a file that is wrong with line and reason, and plays the others', async () => {
    const stories = directoryWith({ 'a.story': '# A\n> x\n', 'b.story': story });
    expect(await run('test', stories)).toMatchObject({
      code: 3,
      stdout: 'a.story:2: the turn says nothing about its replies; write < alone if there is none\n1 story, 0 failed\n',
    });
  });

  it('waits for no pipe and reads no device, in the place of a story or of a robot', async () => {
    const stories = directoryWith({ 'a.story': story, 'c.story': story.replace('../booking.json', 'pipe') });
    execFileSync('mkfifo', [join(stories, 'b.story'), join(stories, 'pipe')]);
    symlinkSync('/dev/zero', join(stories, 'd.story'));
    mkdirSync(join(stories, 'e.story'));
    const { code, stdout } = await run('test', stories);
    expect(code).toBe(3);
    for (const file of ['b', 'd']) expect(stdout).toContain(`${file}.story:1: the file cannot be read: it is a device`);
    expect(stdout).toContain(
      'c.story:2: A ticket: expected a robot; came pipe: is a device, pipe or socket; name a dir',
    );
    expect(stdout).toContain('e.story:1: the file cannot be read: it is a directory (EISDIR)');
    expect(stdout).toContain('2 stories, 1 failed\n');
  });

  it('says what is wrong about a robot at each story that names it', async () => {
    const stories = directoryWith({
      'a.story': story.replace('../booking.json', 'none.json'),
      'b.story': story.replace('../booking.json', 'bad.json'),
      'c.story': story.replace('../booking.json', 'worse.json'),
      'bad.json': JSON.stringify({ ...robot, skills: [] }),
      'worse.json': '{',
    });
    const { code, stdout } = await run('test', stories);
    expect(code).toBe(3);
    expect(stdout).toContain(
      'a.story:2: A ticket: expected a robot; came none.json: does not exist; name a directory of `tonegate nlu export`',
    );
    expect(stdout).toContain('bad.json: robot.skills[0].skill: there is no skill "tickets" in the document\n');
    expect(stdout).toContain('worse.json: malformed JSON at position 1');
    expect(stdout).toContain('3 stories, 3 failed\n');
  });

  it.each([
    ['a directory that is not there', 'none', 'is not a directory'],
    ['a directory without stories', 'booking', 'has no file whose name ends in .story'],
  ])('refuses %s', async (_what, name, wanted) => {
    const { code, stderr } = await run('test', join(folder, name));
    expect(code).toBe(3);
    expect(stderr).toContain(wanted);
  });

  it('refuses --only with words of no title', async () => {
    const { code, stderr } = await run('test', directoryWith({ 'a.story': story }), '--only', 'nothing');
    expect({ code, stderr }).toEqual({ code: 3, stderr: 'tonegate: no story has a title that contains nothing\n' });
  });
});

/** Talks with these lines as standard input. */
function talk(
  lines: string | Buffer,
  ...args: string[]
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [program, 'nlu', 'talk', ...args]);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  child.stdin.end(lines);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}

describe('tonegate nlu talk', () => {
  it('says for each line what the robot answers, what matched, slots, and what waits', async () => {
    const { code, stdout } = await talk('I want a ticket\n/web 200 {"cents": 300}\nOslo\n', join(folder, 'booking'));
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        '< Hello .',
        '> I want a ticket',
        '< Where to?',
        '  best: 1.00 exact   I want a ticket (tickets)',
        '  hit: INTENT tickets',
        '  intent: ticket, ELICIT_SLOT',
        '  waits in: INTENT tickets',
        '> /web 200 {"cents": 300}',
        '> Oslo',
        '  web call: POST http://127.0.0.1:9/Oslo -> 200',
        '< 300 cents.',
        '  hit: INTENT tickets',
        '  slot city: Oslo (cities: Oslo)',
        '  intent: ticket, FINSIH',
        '',
      ].join('\n'),
    );
  });

  it('obeys commands, and gives web calls up that have no answer', async () => {
    const lines =
      '/user {"name": "Ann"}\n/restart\nI want a ticket\n/vars\n/steps\nRome\n/nonsense\n/quit\nnever said\n';
    const { code, stdout } = await talk(lines, join(folder, 'booking.package'), '--seed', '3', '--time-zone', 'UTC');
    expect(code).toBe(0);
    expect(stdout).toContain('> /restart\n< Hello Ann.\n');
    expect(stdout).toContain('"city": null');
    expect(stdout).toContain('  intent "ticket" begins\n');
    expect(stdout).toContain('  web call: POST http://127.0.0.1:9/Rome -> 0\n<  cents.\n');
    expect(stdout).toContain('/restart            start a new session\n');
    expect(stdout).not.toContain('never said');
  });

  it('refuses a line that is not UTF-8, before the robot hears it', async () => {
    const gbk = Buffer.concat([Buffer.from('I want a ticket\n'), Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x0a])]); // 你好
    const { code, stdout, stderr } = await talk(gbk, join(folder, 'booking'));
    expect([code, stderr]).toEqual([
      3,
      'tonegate: standard input, line 2: is not UTF-8; save the text as UTF-8 (iconv -f GBK -t UTF-8 converts GBK)\n',
    ]);
    expect(stdout).toContain('< Where to?');
    expect(stdout).not.toContain('\ufffd');
  });

  it('refuses a robot that is not there, a time that is none, and a time zone that is none', async () => {
    expect(await talk('', join(folder, 'none'))).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('does not exist'),
    });
    const late = await talk('', join(folder, 'booking.json'), '--now', 'soon');
    expect(late).toMatchObject({
      code: 2,
      stderr: 'tonegate: --now: must be a time such as 2026-11-22T10:00:00+08:00\n',
    });
    const away = await talk('', join(folder, 'booking.json'), '--time-zone', 'Mars');
    expect(away).toMatchObject({
      code: 2,
      stderr: 'tonegate: --time-zone: must be the name of a time zone, such as Asia/Shanghai\n',
    });
  });
});
