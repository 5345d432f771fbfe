// The systemd units: what a service may do on the box is as little as it needs.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { gatewayFlags } from '../../../scripts/setup/node-flags.mjs';
import { settings } from '../../../src/config/settings.js';

const unit = (name: string) => readFileSync(new URL(`../../../board/units/${name}.service`, import.meta.url), 'utf8');

describe.each(['tonegate', 'tonegate-sync'])('%s.service', (name) => {
  const lines = unit(name).split('\n');

  it.each([
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'PrivateTmp=yes',
    'CapabilityBoundingSet=',
    'SystemCallFilter=@system-service',
    'UMask=0077',
    'User=tonegate',
    'StateDirectory=tonegate',
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

it('every way to start a gateway gives Node the same options', () => {
  const options = gatewayFlags.join(' ');
  const command = readFileSync(new URL('../../../scripts/tonegate.mjs', import.meta.url), 'utf8');
  expect(command.split('\n')[0]).toBe(`#!/usr/bin/env -S node ${options}`);
  expect(unit('tonegate')).toMatch(new RegExp(`^ExecStart=/usr/bin/node ${options} /usr/\\S+ serve$`, 'm'));
});
