import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings, SettingsProblem } from '#server/settings.ts'
import { readAddress } from '#server/warehouse/clickhouse/address.ts'

test('have defaults that work', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: expect.stringMatching(/[\\/]data$/),
    warehouse: 'embedded',
    metadata: 'embedded',
    production: false,
    development: false,
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
  ['WAREHOUSE', 'clickhouse:8123'],
  ['WAREHOUSE', 'clickhouse://host:9000/db'],
  ['WAREHOUSE', 'http://host:8123/one/two'],
  ['WAREHOUSE', 'http://host:8123/db?user=x'],
  ['WAREHOUSE', 'http://us%er@host:8123/db'],
  ['WAREHOUSE_WRITER', 'http://writer@host:8123/db'],
  ['METRICS_TOKEN', 'too-short-a-token'],
  ['METRICS_TOKEN', 'long enough, but with blanks in it'],
])('refuse %s=%s by name', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(SettingsProblem)
  expect(() => readSettings({ [name]: value })).toThrow(name)
})

test.each([
  ['{"titel":"x"}', 'titel 不是已知的参数'],
  ['{"hosts":{"a":{"title":""}}}', 'hosts.a.title 不能为空'],
  ['[]', '内容 应为对象'],
])('say in Chinese what is wrong with a file of %s', (text, problem) => {
  expect(() => withFile(text)).toThrow(problem)
})

test('read a file that begins with a byte order mark', () => {
  expect(withFile('\uFEFF{"title":"x"}').installation.brand.title).toBe('x')
})

function withFile(text: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'settings-'))
  try {
    writeFileSync(join(dataDir, 'settings.json'), text)
    return readSettings({ DATA_DIR: dataDir })
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

test('never repeat a password of an address', () => {
  expect(() => readSettings({ METADATA: 'mysql://me:secret@host/x' })).not.toThrow('secret')
  expect(() => readSettings({ WAREHOUSE: 'mysql://me:secret@host/x' })).not.toThrow('secret')
  expect(() => readSettings({ FILES: 's3://me:secret@host' })).not.toThrow('secret')
})

test('share files only beside a PostgreSQL, at a folder or in a bucket', () => {
  const METADATA = 'postgres://analytics@postgres/analytics'
  for (const FILES of ['/mnt/shared', 's3://key:a%2Fb@host:9000/bucket/a/b?region=eu&tls=off']) {
    expect(readSettings({ FILES, METADATA }).files).toBe(FILES)
    expect(() => readSettings({ FILES })).toThrow(/METADATA/)
  }
  for (const FILES of [
    'shared',
    '/',
    's3://host/bucket',
    's3://key:secret@host',
    's3://key:secret@host/bucket/..%2f..',
    's3://key:secret@host/bucket?tls=no&other=1',
    'http://key:secret@host/bucket',
  ])
    expect(() => readSettings({ FILES, METADATA }), FILES).toThrow(/FILES/)
  for (const PEER_ADDRESS of ['10.0.0.2:3000', 'https://10.0.0.2', 'http://a:b@host:3000', 'http://host/x'])
    expect(() => readSettings({ PEER_ADDRESS }), PEER_ADDRESS).toThrow(/PEER_ADDRESS/)
})

test('take the address of a ClickHouse apart', () => {
  const text = 'https://re%40der:p%3Aw%2Fd@warehouse.example:8443/游戏'
  expect(readSettings({ WAREHOUSE: text }).warehouse).toBe(text)
  expect(readAddress(text)).toEqual({
    url: 'https://warehouse.example:8443',
    username: 're@der',
    password: 'p:w/d',
    database: '游戏',
  })
  expect(readAddress('http://host:8123')).toMatchObject({ username: 'default', database: 'default' })
})

test('kept sums are on and bounded unless the installation says otherwise, and wrong words are named', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'settings-'))
  const read = (reportSums: unknown) => {
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ reportSums }))
    return readSettings({ DATA_DIR: dataDir }).installation.reportSums
  }
  try {
    expect(readSettings({}).installation.reportSums).toEqual({ isOn: true, mostBytes: 2 ** 30 })
    expect(read({ on: false })).toMatchObject({ isOn: false })
    expect(read({ megabytes: 2 })).toEqual({ isOn: true, mostBytes: 2 ** 21 })
    expect(() => read({ megabytes: 0 })).toThrow('reportSums.megabytes 不能小于 1')
    expect(() => read(true)).toThrow('reportSums 应为对象')
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

test('take an account that writes to the ClickHouse of the reports alone', () => {
  const WAREHOUSE = 'http://reader@host:8123/game'
  const writer = 'http://writer:secret@host:8123/game'
  expect(readSettings({ WAREHOUSE, WAREHOUSE_WRITER: writer }).warehouseWriter).toBe(writer)
  expect(readSettings({ WAREHOUSE }).warehouseWriter).toBeNull()
  for (const other of [
    'http://writer:secret@host:8123/other',
    'http://writer:secret@elsewhere:8123/game',
    'writer:secret@host',
  ]) {
    const read = () => readSettings({ WAREHOUSE, WAREHOUSE_WRITER: other })
    expect(read).toThrow(/WAREHOUSE_WRITER/)
    expect(read).not.toThrow(/secret/)
  }
})

test('take several addresses of one ClickHouse for reports and for users’ SQL, and one for writing', () => {
  const WAREHOUSE = 'http://reader@one:8123/game, http://reader@two:8123/game'
  const beside = (account: string) => WAREHOUSE.replaceAll('reader', account)
  expect(readSettings({ WAREHOUSE }).warehouse).toBe(WAREHOUSE)
  expect(readSettings({ WAREHOUSE, WAREHOUSE_SQL: beside('sql') }).warehouseSql).toBe(beside('sql'))
  const elsewhere = 'http://sql@one:8123/game, http://sql@three:8123/game'
  expect(() => readSettings({ WAREHOUSE, WAREHOUSE_SQL: elsewhere })).toThrow(/WAREHOUSE_SQL/)
  expect(() => readSettings({ WAREHOUSE, WAREHOUSE_WRITER: beside('writer') })).toThrow('只能是一个地址')
  for (const other of ['http://other@two:8123/game', 'http://reader@two:8123/other', 'nowhere'])
    expect(() => readSettings({ WAREHOUSE: `http://reader@one:8123/game, ${other}` })).toThrow(/WAREHOUSE/)
})
