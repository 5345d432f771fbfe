// Offline transcription: result file names (specification 2, section 4.4, "Result file names").
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultName, resultNames } from '../../../src/trans/result-names.js';

const nameBytes = 255;

describe('the name of a result', () => {
  it('in style index is the index of the file', () => {
    expect(resultName('index', 12, 'http://h/a.mp3', '.srt')).toBe('12.srt');
  });

  it.each([
    ['http://host/dir/a.mp3', 'http/host/dir/a.mp3.json'],
    ['https://host:8443/a.mp3?x=1&y=*', 'https/host~3A8443/a.mp3.json'],
    ['ftp://user:secret@host/a.mp3', 'ftp/host/a.mp3.json'],
    ['sftp://[::1]/a', 'sftp/[~3A~3A1]/a.json'],
    ['file:///data/calls/录音 1.wav', 'file/data/calls/录音 1.wav.json'],
    ['/data/a.wav', 'file/data/a.wav.json'],
    ['upload://0123/name.wav', 'upload/0123/name.wav.json'],
    ['upload://0123/<>:"|?*~', 'upload/0123/~3C~3E~3A~22~7C~3F~2A~7E.json'],
    ['http://h/a%20b', 'http/h/a%20b.json'],
  ])('in style path is the URL %s as a path: %s', (path, name) => {
    expect(resultName('path', 0, path, '.json')).toBe(name);
  });

  it.each([
    ['http://host/dir/a.mp3?x=1#y', 'a.mp3.txt'],
    ['file:///data/%E5%BD%95%E9%9F%B3.wav', '录音.wav.txt'],
    ['ftp://u:secret@host/a~b:c.wav', 'a~b:c.wav.txt'],
    ['upload://0123/what?.wav', 'what?.wav.txt'],
    ['upload://0123/100%.wav', '100%.wav.txt'],
  ])('in style name is the last part of the path %s: %s', (path, name) => {
    expect(resultName('name', 0, path, '.txt')).toBe(name);
  });

  it('never leads out of its directory, never is longer than a file system takes, whatever an upload is called', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '.', '', '/', '\\', '\0', '\n', '%2F', '%2e%2e'),
      fc.string({ unit: 'binary', maxLength: 300 }),
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 6 }),
        fc.constantFrom('path' as const, 'name' as const),
        (parts, style) => {
          const name = resultName(style, 0, `upload://0123/${parts.join('/')}`, '.json');
          for (const each of name.split('/')) {
            expect(['', '.', '..']).not.toContain(each);
            expect(Buffer.byteLength(each)).toBeLessThanOrEqual(nameBytes);
            expect(each).not.toMatch(/[\\\p{Cc}]/u);
          }
          if (style === 'name') expect(name).not.toContain('/');
        },
      ),
    );
  });

  it('keeps two long names apart', () => {
    const long = `http://h/${'录'.repeat(200)}`;
    const [one, other] = [resultName('path', 0, `${long}1`, '.json'), resultName('path', 0, `${long}2`, '.json')];
    expect(one).not.toBe(other);
    expect(one).toMatch(/^http\/h\/录+~-[0-9a-f]{16}\.json$/);
  });
});

describe('the names of a task', () => {
  const named = (style: 'path' | 'name', ...paths: string[]) =>
    resultNames(
      style,
      paths.map((path, index) => ({ index, path })),
      '.json',
    );

  it('are all different: the later of two alike gets its index', () => {
    expect(named('name', 'http://h/1/a.wav', 'http://h/2/a.wav', 'http://h/3/a.wav')).toEqual([
      'a.wav.json',
      'a.wav~1.json',
      'a.wav~2.json',
    ]);
  });

  it('leave manifest.json free, and no file stands where a directory must', () => {
    expect(named('name', 'http://h/manifest')).toEqual(['manifest~0.json']);
    expect(named('path', 'http://h/a', 'http://h/a.json/b')).toEqual(['http/h/a.json', '~1.json']);
    expect(named('path', 'http://h/a.json/b', 'http://h/a')).toEqual(['http/h/a.json/b.json', 'http/h/a~1.json']);
  });

  it('are different whatever the files are called', () => {
    const path = fc.array(fc.constantFrom('a', 'b', 'a.json', 'a~1', 'a~1.json', '..', ''), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(
        fc.array(path, { maxLength: 12 }),
        fc.constantFrom('path' as const, 'name' as const),
        (paths, style) => {
          const names = named(style, ...paths.map((parts) => `upload://${parts.join('/')}`));
          expect(new Set(names).size).toBe(names.length);
          for (const name of names) expect(names.some((other) => other.startsWith(`${name}/`))).toBe(false);
        },
      ),
    );
  });
});
