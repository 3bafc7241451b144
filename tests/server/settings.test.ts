import { expect, test } from 'vitest'
import { readSettings, SettingsProblem } from '../../src/server/settings.ts'

test('have defaults that work', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: expect.stringMatching(/[\\/]data$/),
    warehouse: 'embedded',
    metadata: 'embedded',
    production: false,
    zone: 'Asia/Shanghai',
    cutoffHour: 0,
    installation: { brand: { title: 'analytics V3', logo: null, favicon: null }, https: false },
  })
})

test('take what the environment says', () => {
  const given = {
    PORT: '0',
    HOST: '::1',
    NODE_ENV: 'production',
    BUSINESS_ZONE: 'America/Los_Angeles',
    DAY_CUTOFF: '5',
  }
  expect(readSettings({ ...given, METADATA: 'postgres://user@host/name' })).toMatchObject({
    port: 0,
    host: '::1',
    production: true,
    zone: 'America/Los_Angeles',
    cutoffHour: 5,
    metadata: 'postgres://user@host/name',
  })
})

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PORT', '1e3'],
  ['HOST', 'a b'],
  ['BUSINESS_ZONE', 'Mars/Olympus'],
  ['DAY_CUTOFF', '24'],
  ['NODE_ENV', 'prod'],
  ['LOG_LEVEL', 'loud'],
  ['METADATA', 'mysql://x'],
  ['WAREHOUSE', 'http://clickhouse:8123'],
])('refuse %s=%s by name', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(SettingsProblem)
  expect(() => readSettings({ [name]: value })).toThrow(name)
})

test('never repeat a password of an address', () => {
  expect(() => readSettings({ METADATA: 'mysql://me:secret@host/x' })).not.toThrow('secret')
})
