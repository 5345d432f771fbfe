// Offline transcription: URLs of recordings, their credentials, and the addresses that may be asked (specification 2,
// section 4.4, "Remote file access").
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigSchema } from '../../../src/config/schema.js';
import { AddressPolicy, addressKind, type NetRules } from '../../../src/net/address-policy.js';
import { parseClientUrl as parseSource, pathNames, urlName, withoutSecrets } from '../../../src/net/client-url.js';
import { credentialsFor, type HostEntry } from '../../../src/net/credentials.js';

const entry = (fields: Partial<HostEntry>): HostEntry => ({
  ...{ host: '*', user: '', password: '', agent: false, hostKey: '' },
  ...fields,
});
const who = (url: string, hosts: readonly HostEntry[]) => {
  const { user, password, agent } = credentialsFor(parseSource(url), hosts);
  return [user, password, agent];
};

describe('the URL of a source', () => {
  it.each([
    ['http://h/a', 'h', 80],
    ['https://H/a', 'h', 443],
    ['ftp://h/a', 'h', 21],
    ['sftp://H/a', 'h', 22],
    ['sftp://[FE80::1]:2022/a', 'fe80::1', 2022],
    ['file:///a', '', 0],
    ['file://localhost/a', '', 0],
  ])('%s has host %s and port %i', (url, host, port) => {
    expect(parseSource(url)).toEqual(expect.objectContaining({ host, port, pathname: '/a' }));
  });

  it.each([
    ['', /not a URL/],
    ['/data/a.wav', /not a URL/],
    ['gopher://h/a', /scheme gopher: must be one of http, https, ftp, sftp, file/],
    ['upload://0123/a', /scheme upload/],
    ['sftp:///a', /names no host/],
    ['http:///a', /http:\/\/ names no host/],
    ['https://', /https:\/\/ names no host/],
    ['ftp://?a', /ftp:\/\/ names no host/],
    ['http:a', /http:\/\/ names no host/],
    ['sftp://user:pass@/a', /sftp:\/\/ names no host/],
    ['http://[::1', /an IPv6 address must be in brackets/],
    ['http://::1/a', /an IPv6 address must be in brackets/],
    ['http://[::g]/a', /an IPv6 address must be in brackets/],
    ['http://host:99999/', /the port must be 1 to 65535/],
    ['http://host:port/', /the port must be 1 to 65535/],
    ['http://a b/', /the host is not valid/],
    ['http://256.256.256.256/', /the host is not valid/],
    ['file://h/a', /must not name a host/],
    ['ftp://h:0/a', /port 0/],
    ['ftp://us%0aer@h/a', /the user name of the URL must not contain control characters/],
    ['ftp://u:%ff@h/a', /the password of the URL must be percent-encoded UTF-8/],
  ])('%s is refused', (url, message) => {
    expect(() => parseSource(url)).toThrow(message);
  });

  it('never stands in the message that refuses it', () => {
    for (const url of [
      'ftp://u:topsecret@h:99999/a',
      'ftp://u:%ffsecret@h/a',
      'x://u:topsecret@h/',
      'ftp://u:secret/x@h/',
      'http://u:99secret?@h/',
    ]) {
      expect(() => parseSource(url)).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining('secret') }),
      );
    }
  });

  it('may hold any name, if it is escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (name) => {
        fc.pre(!/[/\p{Cc}]/u.test(name) && name !== '.' && name !== '..' && !/\p{Cs}/u.test(name));
        expect(pathNames(parseSource(`sftp://h/${urlName(name)}`).pathname)).toEqual([name]);
      }),
    );
  });
});

describe('a URL that is shown', () => {
  it.each([
    ['ftp://user:pass@host/a', 'ftp://host/a'],
    ['ftp://user@host:2121/a', 'ftp://host:2121/a'],
    ['HTTP://user:p%40ss@host/a@b?c=d@e', 'HTTP://host/a@b'],
    ['https://host/a.wav?token=SECRET', 'https://host/a.wav'],
    ['https://host?token=SECRET', 'https://host'],
    ['https://host/a.wav#SECRET', 'https://host/a.wav'],
    ['ftp://host/a.wav?SECRET', 'ftp://host/a.wav'],
    ['http://user:p/ss@host/a?token=SECRET', 'host/a'],
    ['sftp://user:p@ss@host/a', 'sftp://host/a'],
    ['http:user:pass@host/a', 'http:host/a'],
    ['http:\\\\user:pass@host\\a', 'http:\\\\host\\a'],
    ['ht\ttp://user:pass@host/a', 'http://host/a'],
    ['upload://0123/a@b.wav', 'upload://0123/a@b.wav'],
    ['upload://0123/what? #1.wav', 'upload://0123/what? #1.wav'],
    ['file:///录音/a.wav', 'file:///录音/a.wav'],
    ['ftp://user:p/ss@host/a', 'host/a'],
  ])('%j has neither credentials nor a query: %j', (url, shown) => {
    expect(withoutSecrets(url)).toBe(shown);
  });

  it('has none whatever they are made of', () => {
    const word = fc.stringMatching(/^[a-z0-9]{6}$/).map((text) => `SECRET${text}`);
    const glue = fc.constantFrom('', '@', '/', '\\', '?', '#', ':', '%40', ' ', '\t');
    fc.assert(
      fc.property(
        fc.constantFrom('http', 'https', 'ftp', 'sftp'),
        word,
        glue,
        word,
        (scheme, user, between, password) => {
          const url = `${scheme}://${user}:${between}${password}@host/a`;
          const { username, password: held } = URL.canParse(url) ? new URL(url) : { username: '?', password: '?' };
          fc.pre(username !== '' || held !== ''); // else it is no password to anyone, but a path
          expect(withoutSecrets(url)).not.toContain('SECRET');
        },
      ),
    );
  });
});

describe('credentials', () => {
  const table = [
    entry({ host: 'a.example.com:22', user: 'first', password: '1' }),
    entry({ host: '*.example.com:2?', user: 'second', password: '2' }),
    entry({ host: '[fd00::*]:*', user: 'third', agent: true }),
    entry({ host: '10.1.?.*', user: 'fourth', password: '4' }),
  ];

  it.each([
    ['sftp://a.example.com/x', 'first', '1', false],
    ['sftp://A.Example.Com/x', 'first', '1', false],
    ['ftp://a.example.com/x', 'second', '2', false],
    ['http://b.example.com:29/x', 'second', '2', false],
    ['http://b.example.com/x', undefined, undefined, false],
    ['sftp://[fd00::1]:2222/x', 'third', undefined, true],
    ['http://10.1.2.33:8080/x', 'fourth', '4', false],
    ['http://10.2.2.33:8080/x', undefined, undefined, false],
  ])('for %s are those of the first entry of the host table that fits, whatever the scheme', (url, ...expected) => {
    expect(who(url, table)).toEqual(expected);
  });

  it('of the URL come first', () => {
    expect(who('sftp://me:mine@a.example.com/x', table)).toEqual(['me', 'mine', false]);
  });

  it('of a URL with a user alone never lend the password of another user', () => {
    expect(who('sftp://first@a.example.com/x', table)).toEqual(['first', '1', false]);
    expect(who('sftp://me@a.example.com/x', table)).toEqual(['me', undefined, false]);
  });
});

describe('an address', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['2606:4700::1111', 'public'],
    ['127.1.2.3', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['10.0.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['172.32.0.1', 'public'],
    ['100.64.0.1', 'private'],
    ['fd12::1', 'private'],
    ['169.254.169.254', 'special'],
    ['::ffff:169.254.169.254', 'special'],
    ['64:ff9b::a9fe:a9fe', 'special'],
    ['2002:a9fe:a9fe::1', 'special'],
    ['100.100.100.200', 'special'],
    ['fd00:ec2::254', 'special'],
    ['fe80::1%eth0', 'special'],
    ['0.0.0.0', 'special'],
    ['::', 'special'],
    ['::169.254.169.254', 'special'],
    ['::10.0.0.1', 'special'],
    ['::ffff:0:10.0.0.1', 'special'],
    ['255.255.255.255', 'special'],
    ['no address', 'special'],
  ])('%s is %s', (address, kind) => {
    expect(addressKind(address)).toBe(kind);
  });

  const rules: NetRules = { allow: [], deny: [], privateAddresses: true, loopback: false };
  const isRefused = (changed: Partial<NetRules>, host: string, address: string, fromPublic = false) =>
    new AddressPolicy({ ...rules, ...changed }).refusal(host, address, { port: 80, fromPublic }) !== undefined;

  it('is judged as the settings say: by default public and private ones may be asked', () => {
    expect(isRefused({}, 'h', '8.8.8.8')).toBe(false);
    expect(isRefused({}, 'h', '10.0.0.1')).toBe(false);
    expect(isRefused({ privateAddresses: false }, 'h', '10.0.0.1')).toBe(true);
    expect(isRefused({}, 'h', '127.0.0.1')).toBe(true);
    expect(isRefused({ loopback: true }, 'h', '127.0.0.1')).toBe(false);
    expect(isRefused({ loopback: true }, 'h', '169.254.169.254')).toBe(true);
  });

  it('on the list deny is refused, and one on the list allow is not, whatever else', () => {
    expect(isRefused({ deny: ['8.8.0.0/16'] }, 'h', '8.8.8.8')).toBe(true);
    for (const name of ['a.Example.com', 'a.example.com.']) {
      expect(isRefused({ deny: ['*.example.com'] }, name, '8.8.8.8')).toBe(true);
    }
    expect(isRefused({ deny: ['0.0.0.0/0'], allow: ['*.example.com'] }, 'a.example.com', '8.8.8.8')).toBe(false);
    for (const other of ['a.example.com.elsewhere.net', 'example.com', 'a-example.com', 'aexample.com']) {
      expect(isRefused({ deny: ['0.0.0.0/0'], allow: ['*.example.com'] }, other, '8.8.8.8')).toBe(true);
    }
    expect(isRefused({ deny: ['0.0.0.0/0', '::/0'] }, 'h', '2606:4700::1111')).toBe(true);
    expect(isRefused({ allow: ['169.254.0.0/16'] }, 'h', '169.254.169.254')).toBe(false);
  });

  it('of this machine on a network is this machine', () => {
    const own = (loopback: boolean) =>
      new AddressPolicy({ ...rules, loopback }, 'trans', () => ['10.0.0.5', 'fe80::5%eth0', '8.8.4.4']);
    for (const address of ['10.0.0.5', '::ffff:10.0.0.5', 'fe80::5', '8.8.4.4']) {
      expect(own(false).refusal('h', address, { port: 80 })).toMatch(/^is this machine/);
      expect(own(true).refusal('h', address, { port: 80 })).toBeUndefined();
    }
    expect(own(false).refusal('h', '10.0.0.6', { port: 80 })).toBeUndefined();
  });

  it('is asked at no port of a system service but those of the schemes', () => {
    const port = (number: number, allow: readonly string[] = []) =>
      new AddressPolicy({ ...rules, allow }).refusal('h', '8.8.8.8', { port: number });
    for (const open of [21, 22, 80, 443, 1024, 8080, 65535]) expect(port(open)).toBeUndefined();
    for (const closed of [1, 23, 25, 53, 81, 389, 445, 1023]) {
      expect(port(closed)).toMatch(
        /below 1024 only 21, 22, 80, 443 are allowed; add it to trans.allow if you trust it/,
      );
    }
    expect(port(25, ['8.8.8.8'])).toBeUndefined();
  });

  it('that a public address redirects to must be public or allowed', () => {
    expect(isRefused({}, 'h', '10.0.0.1', true)).toBe(true);
    expect(isRefused({ allow: ['10.0.0.0/8'] }, 'h', '10.0.0.1', true)).toBe(false);
    expect(isRefused({}, 'h', '8.8.8.8', true)).toBe(false);
  });
});

describe('the settings of sources', () => {
  const accepts = (trans: unknown) => ConfigSchema.safeParse({ trans }).success;

  it('take networks, addresses and host names', () => {
    expect(accepts({ allow: ['10.0.0.0/8', '10.1.2.3', 'fd00::/8', '::1', '*.example.com'] })).toBe(true);
    for (const wrong of ['10.0.0.0/33', '10.0.0.0/8/8', 'example.com/8', 'a b', ''])
      expect(accepts({ deny: [wrong] })).toBe(false);
  });

  it('take hosts with a port or without', () => {
    for (const host of ['*', 'a.b:22', '*.b:2?', '[fd00::*]:22']) expect(accepts({ hosts: [{ host }] })).toBe(true);
    for (const host of ['', 'a b', 'a:b', 'fd00::1']) expect(accepts({ hosts: [{ host }] })).toBe(false);
    expect(accepts({ hosts: [{ host: '*', hostKey: 'MD5:00' }] })).toBe(false);
  });

  it('take absolute directories', () => {
    expect(accepts({ fileRoots: ['/data'], saveRoots: ['/results'] })).toBe(true);
    expect(accepts({ fileRoots: ['data'] })).toBe(false);
  });
});
