// Defaults < file < environment < flags; every mistake is named.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, dataDirOf, loadConfig } from '../../../src/config/config.js';
import { configReference } from '../../../src/config/reference.js';
import { settings } from '../../../src/config/settings.js';
import { limits } from '../../../src/protocol/limits.js';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tonegate-config-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const file = (text: string) => writeFileSync(join(dataDir, 'config.json'), text);
const load = (env: Record<string, string> = {}, flags: Record<string, unknown> = {}) =>
  loadConfig({ dataDir, env, flags });
const complaint = (env: Record<string, string> = {}): string => {
  try {
    load(env);
  } catch (fault) {
    if (fault instanceof ConfigError) return fault.message;
    throw fault;
  }
  throw new Error('the configuration was accepted');
};

describe('the configuration', () => {
  it('is complete without any source', () => {
    const { config, origins } = load();
    expect(config).toMatchObject({ host: '127.0.0.1', httpPort: 8080, httpsPort: 8443, engines: 1, dataDir });
    expect(config.ring.oneShotMs).toBe(120_000);
    expect(origins).toEqual({});
  });

  it('lets one engine carry every session that the gateway lets in by default', () => {
    const { engines, stream } = load().config;
    expect(engines * limits.engine.sessionsPerEngine).toBeGreaterThanOrEqual(stream.maxSessions);
  });

  it('takes a flag before the environment, the environment before the file, the file before the default', () => {
    file('{"httpPort": 1, "httpsPort": 1, "adminPort": 1, "tls": {"hostNames": ["a"]}}');
    const { config, origins } = load({ TONEGATE_HTTPS_PORT: '2', TONEGATE_ADMIN_PORT: '2' }, { adminPort: 3 });
    expect([config.httpPort, config.httpsPort, config.adminPort, config.host]).toEqual([1, 2, 3, '127.0.0.1']);
    expect(origins).toEqual({ httpPort: 'file', httpsPort: 'environment', adminPort: 'flag', 'tls.hostNames': 'file' });
  });

  it('reads nested settings, lists and booleans from the environment', () => {
    const env = {
      TONEGATE_RING_ONE_SHOT_MS: '60000',
      TONEGATE_TLS_HOST_NAMES: 'a.lan, 10.0.0.2',
      TONEGATE_RING_END_ON_RINGBACK: 'true',
    };
    const { config } = load(env);
    expect(config.ring).toMatchObject({ oneShotMs: 60_000, endOnRingback: true });
    expect(config.tls.hostNames).toEqual(['a.lan', '10.0.0.2']);
  });

  it('cannot be changed afterwards', () => {
    const { config } = load();
    expect(() => Object.assign(config, { httpPort: 1 })).toThrow(TypeError);
    expect(() => Object.assign(config.ring, { oneShotMs: 1 })).toThrow(TypeError);
  });

  it('warns of a variable with the prefix that names no setting', () => {
    expect(load({ TONEGATE_HTPP_PORT: '1', TONEGATE_DATA: dataDir, OTHER: '1' }).warnings).toEqual([
      'environment variable TONEGATE_HTPP_PORT names no setting and is ignored',
    ]);
  });
});

describe('a mistake in the configuration', () => {
  it.each([
    ['{"htpPort": 1}', 'unknown key htpPort (did you mean httpPort?)'],
    ['{"ring": {"oneshotMs": 1}}', 'unknown key ring.oneshotMs (did you mean ring.oneShotMs?)'],
    ['{"zzz": 1}', 'unknown key zzz'],
    ['{"httpPort": 65536}', 'httpPort: must be at most 65535'],
    ['{"httpPort": "8080"}', 'httpPort: must be a number'],
    ['{"ring": {"keywordConfidence": 1.2}}', 'ring.keywordConfidence: must be at most 1'],
    ['{"ring": {"keywordConfidence": -0.1}}', 'ring.keywordConfidence: must be at least 0'],
    ['{"serviceUrl": "speech.example"}', 'serviceUrl: must be like https://host:port, without a path'],
    ['{"upstream": "http://up.example"}', 'upstream: must be like https://host:port'],
    ['{"upstream": "https://up.example:84430"}', 'upstream: must be like https://host:port'],
    ['{"upstream": "https://me:secret@up.example"}', 'upstream: must be like https://host:port'],
    ['{"httpPort": 1,}', 'malformed JSON at position 15 (line 1, column 16)'],
    ['[]', 'must hold one JSON object'],
  ])('in the file is named: %s', (text, message) => {
    file(text);
    expect(complaint()).toBe(`${join(dataDir, 'config.json')}: ${message}`);
  });

  it('in the environment is named with its variable', () => {
    expect(complaint({ TONEGATE_HTTP_PORT: 'eighty' })).toBe('TONEGATE_HTTP_PORT: httpPort: must be a number');
  });

  it('in the file is not hidden by the environment', () => {
    file('{"httpPort": -1}');
    expect(complaint({ TONEGATE_HTTP_PORT: '80' })).toContain('config.json: httpPort: must be at least 0');
  });

  it('of a certificate without its key is named', () => {
    expect(complaint({ TONEGATE_SYNC_SIGN_KEYS: `${'A'.repeat(43)}=`, TONEGATE_SYNC_PLAIN: 'asr/userword' })).toMatch(
      /a plain upstream cannot sign its states/,
    );
    expect(complaint({ TONEGATE_SYNC_SIGN_KEYS: 'short' })).toMatch(/32 bytes in BASE64/);
    expect(complaint({ TONEGATE_SYNC_NATS_PLAINTEXT: 'true', TONEGATE_SYNC_NATS_CA_FILE: '/ca.pem' })).toMatch(
      /without TLS no certificate is checked/,
    );
    expect(complaint({ TONEGATE_TLS_CERT_FILE: '/c.pem' })).toBe('tls.certFile and tls.keyFile: give both or neither');
  });

  it.each(['通.cn', 'a b', 'fe80::1%eth0', '::ffff:10.0.0.1', '*', ''])(
    '%j as a name of the certificate is refused',
    (name) => {
      file(JSON.stringify({ tls: { hostNames: ['*.box.lan', 'Box_1', '10.0.0.1', 'fd00::1', name] } }));
      expect(complaint()).toContain('config.json: tls.hostNames[4]: must be a host name in ASCII');
    },
  );

  it('of two trunks with one name is named', () => {
    const trunk = { name: 'carrier', host: '127.0.0.1' };
    file(JSON.stringify({ media: { sip: { trunks: [trunk, trunk] } } }));
    expect(complaint()).toContain('config.json: media.sip.trunks: each trunk must have a name of its own');
  });

  it('of a name with a dot shows how the file writes it', () => {
    writeFileSync(join(dataDir, 'config.json'), '{"storage.keyFile":"/k"}');
    expect(complaint()).toContain('unknown key storage.keyFile (write {"storage": {"keyFile": …}})');
  });

  it('of a file that cannot be read is named', () => {
    mkdirSync(join(dataDir, 'config.json'));
    expect(complaint()).toContain('config.json: cannot be read: it is a directory (EISDIR)');
  });
});

describe('the data directory', () => {
  it('is the flag, else TONEGATE_DATA, else below XDG_STATE_HOME', () => {
    const env = { TONEGATE_DATA: '/b', XDG_STATE_HOME: '/c' };
    expect(dataDirOf({ dataDir: '/a', env })).toBe('/a');
    expect(dataDirOf({ env })).toBe('/b');
    expect(dataDirOf({ env: { XDG_STATE_HOME: '/c' } })).toBe('/c/tonegate');
    expect(dataDirOf({ env: {} })).toMatch(/\/\.local\/state\/tonegate$/);
  });
});

describe('the reference', () => {
  it('has every setting, with a meaning', () => {
    const page = configReference();
    for (const { name, env, meaning } of settings) {
      expect(page).toContain(`| \`${name}\` | \`${env}\` |`);
      expect(meaning, name).not.toBe('');
    }
  });

  it('is what docs/configuration.md says', () => {
    expect(readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')).toBe(configReference());
  });
});
