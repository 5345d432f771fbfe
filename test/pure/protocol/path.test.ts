// Paths of requests and handshakes (specification: trailing slashes are ignored).
import { expect, it } from 'vitest';
import { joinUrl, matchPath, PathTable, splitUrl } from '../../../src/http/path.js';

it('trailing slashes of the path are ignored, those of the query are not', () => {
  expect(splitUrl('/a/b///?c=d/')).toEqual({ path: '/a/b', query: 'c=d/' });
  expect(splitUrl('/a//b')).toEqual({ path: '/a//b', query: '' });
  expect(splitUrl('////')).toEqual({ path: '/', query: '' });
  expect(splitUrl('')).toEqual({ path: '', query: '' });
  expect(joinUrl(splitUrl('/a/?'))).toBe('/a');
  expect(joinUrl(splitUrl('/a/?b=?'))).toBe('/a?b=?');
});

it('a path of a million slashes is looked at once, not once for each slash', () => {
  expect(splitUrl(`${'/'.repeat(1e6)}x`).path).toHaveLength(1e6 + 1);
});

it('named parts are decoded, never empty, and bounded', () => {
  const pattern = '/v10/:property/stream';
  expect(matchPath(pattern, '/v10/cn%5F8k/stream')).toEqual({ property: 'cn_8k' });
  for (const path of ['/v10//stream', '/v10/a/b/stream', '/v10/%zz/stream', `/v10/${'a'.repeat(257)}/stream`, '/v10/a'])
    expect(matchPath(pattern, path), path.slice(0, 40)).toBeUndefined();
});

it('A table finds the patterns that a path fits, as matchPath does', () => {
  const patterns = [
    ...['/', '/a', '/a/:x', '/a/b', '/:y/b', '/:y/:x', '/a/:x/c', '/a/b/c', '/:y/b/:z', '/a/:other'],
    ...Array.from({ length: 200 }, (_, at) => `/long/${at}/:x/end`),
  ];
  const table = new PathTable<string>();
  for (const each of patterns) table.add(each, each);
  const paths = ['/', '/a', '/b', '/a/b', '/a/c', '/c/b', '/a/b/c', '/a/%E4/c', '/a/%zz', '/a//c', '/long/7/q/end'];
  const deep = ['/a/b/c/d', '/x'.repeat(5_000), `/a/${'y'.repeat(300)}`, ''];
  for (const path of [...paths, ...deep]) {
    const fits = patterns.filter((each) => matchPath(each, path) !== undefined).sort();
    expect(
      table
        .fitting(path)
        .map(({ pattern }) => pattern)
        .sort(),
      path.slice(0, 20),
    ).toEqual(fits);
    expect(
      table
        .fitting(path)
        .map(({ value }) => value)
        .sort(),
    ).toEqual(fits);
  }
});
