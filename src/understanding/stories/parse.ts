// Parses story files. A line of any other form is refused with its number: a story that is read wrongly tests nothing.
import { readCall } from './calls.js';
import { type Block, readExpectation, replyOf, settingOf } from './lines.js';
import { type Story, StoryFault, type Turn } from './story.js';
import { instant, object, pause, text, timeZone, whole } from './values.js';

interface Head {
  robot?: string;
  nowMs?: number;
  timeZone?: string;
  seed?: number;
  userVars?: Readonly<Record<string, unknown>>;
  tags?: readonly string[];
  appKey?: string;
  tenant?: Story['tenant'];
}

interface Draft {
  readonly title: string;
  readonly line: number;
  readonly head: Head;
  readonly turns: Turn[];
}

/** The time of a story that names none: a Sunday, ten in the morning. */
const usual = {
  nowMs: Date.parse('2026-11-22T10:00:00+08:00'),
  timeZone: 'Asia/Shanghai',
  seed: 1,
  appKey: 'story',
  tenant: { id: 'story', name: 'story' },
};

const heads: { readonly [key: string]: (head: Head, value: string, line: number) => void } = {
  robot: (head, value, line) => {
    if (value === '') throw new StoryFault(line, 'robot: must name a file or directory');
    head.robot = value;
  },
  now: (head, value, line) => {
    head.nowMs = instant(value, line);
  },
  timeZone: (head, value, line) => {
    head.timeZone = timeZone(value, line);
  },
  seed: (head, value, line) => {
    head.seed = whole(value, line);
  },
  userVars: (head, value, line) => {
    head.userVars = object(value, line);
  },
  tags: (head, value) => {
    head.tags = settingOf.tags(value);
  },
  appKey: (head, value) => {
    head.appKey = value;
  },
  tenant: (head, value, line) => {
    const [id = '', ...name] = value.split(' ');
    if (id === '' || name.length === 0)
      throw new StoryFault(line, 'tenant: must have an id and, after a space, a name');
    head.tenant = { id, name: name.join(' ') };
  },
};

/** Parses a story file. @throws StoryFault */
export function parseStories(source: string): Story[] {
  const reader = new Reader();
  const lines = source.replace(/^\ufeff/, '').split(/\r?\n/);
  for (const [index, line] of lines.entries()) reader.read(line.trimEnd(), index + 1);
  return reader.stories(lines.length);
}

class Reader {
  readonly #common: Head = {};
  readonly #stories: Draft[] = [];
  #passMs = 0;
  #block: Block | undefined;

  read(line: string, at: number): void {
    const sign = line[0];
    if (line.trim() === '' || line.startsWith('//')) return;
    if (sign === '#') this.#begin(line.slice(1).trim(), at);
    else if (sign === '+') this.#pass(line.slice(1).trim(), at);
    else if (sign === '>') this.#open(text(line.slice(1), at), at);
    else if (sign === '<') this.#inTurn(at, 'a reply').replies.push(replyOf(line.slice(1), at));
    else if (line === 'start') this.#open(undefined, at);
    else this.#named(line, at);
  }

  stories(lastLine: number): Story[] {
    this.#close();
    this.#noPause(lastLine);
    if (this.#stories.length === 0)
      throw new StoryFault(lastLine, 'the file has no story; a story begins with # and its title');
    const titles = new Set<string>();
    return this.#stories.map(({ title, line, head, turns }) => {
      if (titles.has(title))
        throw new StoryFault(line, `another story of the file has the title ${JSON.stringify(title)}`);
      titles.add(title);
      const { robot, ...rest } = { ...usual, ...this.#common, ...head };
      if (robot === undefined)
        throw new StoryFault(line, 'the story names no robot; add a line such as robot: bank.json');
      if (turns.length === 0)
        throw new StoryFault(line, 'the story has no turn; a turn begins with > and what the caller says');
      return { title, line, robot, ...rest, turns };
    });
  }

  #begin(title: string, at: number): void {
    this.#close();
    this.#noPause(at);
    if (title === '') throw new StoryFault(at, '# must be followed by a title');
    this.#stories.push({ title, line: at, head: {}, turns: [] });
  }

  #pass(value: string, at: number): void {
    const story = this.#story(at, 'time that passes');
    this.#close();
    if (story.turns.length === 0)
      throw new StoryFault(at, 'time passes only between turns, and there is no turn above');
    this.#passMs += pause(value, at);
  }

  #open(said: string | undefined, at: number): void {
    const story = this.#story(at, said === undefined ? 'start' : 'a turn');
    this.#close();
    if (said === undefined && story.turns.length > 0)
      throw new StoryFault(at, 'start must come before the other turns');
    this.#block = {
      ...{ line: at, text: said, passMs: this.#passMs, setting: {}, webCalls: [], replies: [], expectations: [] },
      seen: new Set(),
    };
    this.#passMs = 0;
  }

  #named(line: string, at: number): void {
    const [, key, rest = ''] = /^([A-Za-z]+):(.*)$/.exec(line) ?? [];
    if (key === undefined) {
      throw new StoryFault(
        at,
        `${shown(line)} is not a line of a story, which begins with #, >, <, +, // or a word and a colon`,
      );
    }
    const value = rest.trim();
    if (this.#block !== undefined) this.#inBlock(this.#block, key, value, at);
    else this.#inHead(key, value, at);
  }

  /** Reads a setting of a story, or of the whole file. */
  #inHead(key: string, value: string, at: number): void {
    const read = Object.hasOwn(heads, key) ? heads[key] : undefined;
    if (read === undefined) {
      throw new StoryFault(
        at,
        `${key}: must not come before the first turn; only ${Object.keys(heads).join(', ')} may`,
      );
    }
    const head = this.#stories.at(-1)?.head ?? this.#common;
    const before = { ...head };
    read(head, value, at);
    if (Object.keys(before).length === Object.keys(head).length) throw new StoryFault(at, `${key}: occurs twice`);
  }

  #inBlock(block: Block, key: string, value: string, at: number): void {
    if (key === 'web') block.webCalls.push(readCall(value, at));
    else if (key === 'header') {
      const call = block.webCalls.at(-1);
      if (call === undefined) throw new StoryFault(at, 'header: must follow a web: line');
      block.webCalls.splice(-1, 1, { ...call, headers: [...call.headers, value] });
    } else readExpectation(block, key, value, at);
  }

  #story(at: number, what: string): Draft {
    const story = this.#stories.at(-1);
    if (story === undefined) throw new StoryFault(at, `${what} must be in a story, which begins with # and its title`);
    return story;
  }

  #inTurn(at: number, what: string): Block {
    if (this.#block !== undefined) return this.#block;
    throw new StoryFault(at, `${what} must be in a turn, which begins with > and what the caller says`);
  }

  #noPause(at: number): void {
    if (this.#passMs > 0) throw new StoryFault(at, 'time passes only before a turn, and no turn follows');
  }

  /** Ends the turn that is being read. */
  #close(): void {
    const block = this.#block;
    if (block === undefined) return;
    this.#block = undefined;
    const { line, text: said, passMs, setting, webCalls, replies, expectations } = block;
    if (replies.length === 0) {
      throw new StoryFault(line, 'the turn says nothing about its replies; write < alone if there is none');
    }
    const special = replies.find((reply) => typeof reply === 'string');
    if (special !== undefined && replies.length > 1) {
      throw new StoryFault(line, `< ${special === 'any' ? '?' : 'alone'} must be the only reply of the turn`);
    }
    const expected = special === 'any' ? 'any' : replies.filter((reply) => typeof reply !== 'string');
    this.#stories.at(-1)?.turns.push({
      ...{ line, text: said, passMs, ...setting, webCalls },
      expectations: [{ line, kind: 'replies', replies: expected }, ...expectations],
    });
  }
}

const shownCharacters = 40;
const shown = (line: string): string =>
  JSON.stringify(line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line);
