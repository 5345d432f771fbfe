// The systemd units: what a service may do on the box is as little as it needs.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gatewayFlags } from '../../../scripts/setup/node-flags.mjs';
import { settings } from '../../../src/config/settings.js';

const unit = (name: string) => readFileSync(new URL(`../../../board/units/${name}.service`, import.meta.url), 'utf8');

/** Lines of a file of board/ without comments, in words. */
const rows = (file: string) =>
  readFileSync(new URL(`../../../board/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/ +/));

describe.each(['tonegate', 'tonegate-sync'])('%s.service', (name) => {
  const lines = unit(name).split('\n');

  it.each([
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'PrivateTmp=yes',
    'CapabilityBoundingSet=',
    'SystemCallFilter=@system-service',
    'UMask=0077',
    `User=${name}`,
    `Group=${name}`,
    `StateDirectory=${name}`,
    `Environment=TONEGATE_DATA=/var/lib/${name}`,
    'StateDirectoryMode=0700',
  ])('has %s', (line) => {
    expect(lines).toContain(line);
  });

  it('has a limit of memory, is started again when it dies, and lets V8 make code', () => {
    expect(lines.some((line) => /^MemoryMax=\S/.test(line))).toBe(true);
    expect(lines.some((line) => /^Restart=(always|on-failure)$/.test(line))).toBe(true);
    expect(lines.filter((line) => line.startsWith('MemoryDenyWriteExecute='))).toEqual([]);
  });

  it('sets only settings that there are', () => {
    const known = [...settings.map(({ env }) => env), 'TONEGATE_DATA', 'ORT_DISABLE_TELEMETRY'];
    const set = lines.flatMap((line) => /^Environment=([A-Z_]+)=/.exec(line)?.[1] ?? []);
    expect(set).not.toEqual([]);
    for (const variable of set) expect(known).toContain(variable);
  });
});

it('the gateway leaves sync to its own unit', () => {
  expect(unit('tonegate')).toContain('TONEGATE_SYNC_WITH_SERVE=false');
  expect(unit('tonegate-sync')).toMatch(/^ExecStart=\S+ \S+ sync$/m);
});

describe('the sync process is a user of its own', () => {
  const setIn = (name: string, variable: string) =>
    new RegExp(`^Environment=${variable}=(\\S+)$`, 'm').exec(unit(name))?.[1] ?? '';

  it('who sees nothing of the data directory of the gateway', () => {
    expect(unit('tonegate-sync').split('\n')).toContain('InaccessiblePaths=-/var/lib/tonegate');
    expect(unit('tonegate-sync')).not.toMatch(/^SupplementaryGroups=/m);
    expect(rows('sysusers.d/tonegate.conf').filter(([kind]) => kind === 'm')).toEqual([
      ['m', 'tonegate', 'tonegate-sync'],
    ]);
  });

  it.each(['tonegate', 'tonegate-sync'])('%s has an entry among the users', (user) => {
    expect(rows('sysusers.d/tonegate.conf').map(([kind, name]) => `${kind} ${name}`)).toContain(`u ${user}`);
  });

  it('both units name the same socket and the same directory of content, which are made for them', () => {
    const made = rows('tmpfiles.d/tonegate.conf');
    const socket = setIn('tonegate', 'TONEGATE_SYNC_SOCKET');
    const content = setIn('tonegate', 'TONEGATE_SYNC_CONTENT_DIRECTORY');
    expect(setIn('tonegate-sync', 'TONEGATE_SYNC_SOCKET')).toBe(socket);
    expect(setIn('tonegate-sync', 'TONEGATE_SYNC_CONTENT_DIRECTORY')).toBe(content);
    expect(made).toContainEqual(['d', dirname(socket), '2710', 'tonegate', 'tonegate-sync']);
    expect(made).toContainEqual(['d', content, '2770', 'tonegate', 'tonegate-sync']);
    const writable = (name: string) => /^ReadWritePaths=(.*)$/m.exec(unit(name))?.[1]?.split(' ');
    expect(writable('tonegate')).toEqual([`-${dirname(socket)}`, `-${content}`]);
    expect(writable('tonegate-sync')).toEqual([`-${content}`]);
  });

  it('what both share lies in no directory that sync could replace by a link', () => {
    for (const [, directory = ''] of rows('tmpfiles.d/tonegate.conf'))
      expect(directory).not.toMatch(/\/tonegate-sync\/./);
  });
});

it('every way to start a gateway gives Node the same options', () => {
  const options = gatewayFlags.join(' ');
  const command = readFileSync(new URL('../../../scripts/tonegate.mjs', import.meta.url), 'utf8');
  expect(command.split('\n')[0]).toBe(`#!/usr/bin/env -S node ${options}`);
  expect(unit('tonegate')).toMatch(new RegExp(`^ExecStart=/usr/bin/node ${options} /usr/\\S+ serve$`, 'm'));
});
