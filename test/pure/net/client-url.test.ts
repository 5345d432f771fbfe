// URLs that clients name, where only some schemes are of use, and the paths in them.
import { describe, expect, it } from 'vitest';
import { parseClientUrl, pathNames } from '../../../src/net/client-url.js';

describe('the URL of a client', () => {
  it('must have one of the schemes that are of use', () => {
    const web = ['http', 'https'] as const;
    expect(parseClientUrl('https://h/a', web)).toMatchObject({ scheme: 'https', host: 'h', port: 443 });
    expect(() => parseClientUrl('ftp://h/a', web)).toThrow('scheme ftp: must be one of http, https');
    expect(() => parseClientUrl('nothing', web)).toThrow('not a URL: must be like http://…, https://…');
  });

  it.each(['/a%2Fb', '/..%2Fb', '/%2e%2e/b', '/a/%2E', '/a%00b', '/a%0ab'])(
    'has no path %s: a name in it would be several, or none',
    (path) => {
      expect(() => pathNames(path)).toThrow(expect.objectContaining({ kind: 'refused' }));
    },
  );

  it('has the names of its path decoded, without empty ones', () => {
    expect(pathNames('//a%20b/%E5%BD%95%E9%9F%B3.wav/')).toEqual(['a b', '录音.wav']);
  });
});
