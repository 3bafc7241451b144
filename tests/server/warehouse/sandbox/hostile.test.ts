// Hostile SQL in the real sandbox: refused or ended cleanly, nothing of the host in any answer, the warehouse's files
// unchanged, and the next query fine.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openSandbox } from '#server/warehouse/sandbox/open.ts'
import type { Sandbox, SandboxRequest } from '#server/warehouse/sandbox/types.ts'
import { compiledCode } from '#setup/compiled.mjs'
import { AppError } from '#shared/errors.ts'
import { runSteps } from '#tests/factories/sandboxSteps.ts'
import { makeFolder, makeWarehouse, type TestWarehouse } from '#tests/factories/warehouse.ts'

const canary = 'canary-7f3a91'
let house: TestWarehouse
let sandbox: Sandbox
/** A folder of the server's that is no data of a user's. */
let outside: string
let warehouseFile: string
const compiled = compiledCode().NODE_COMPILE_CACHE
let before: Map<string, string>

beforeAll(async () => {
  house = await makeWarehouse({
    sql: [
      'CREATE TABLE pay AS SELECT i AS role_id, i % 3 AS game_id, (i * 1.5)::DECIMAL(18, 2) AS amount FROM range(1000) t(i)',
      `CREATE TABLE secret AS SELECT '${canary}' AS word`,
    ],
  })
  outside = await makeFolder()
  for (const name of ['canary.txt', 'canary.csv', 'canary.json', 'canary.sql', 'schema.sql', 'load.sql']) {
    writeFileSync(join(outside, name), `"${canary}"\n`)
  }
  process.env.CANARY = canary
  sandbox = await openSandbox({
    dataDir: house.dataDir,
    warehouse: house.warehouse,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    running: 2,
    runningPerUser: 2,
    spares: 2,
    memoryMiB: 320,
  })
  before = hashes()
  warehouseFile = [...before.keys()].find((path) => path.endsWith('.duckdb')) ?? ''
})
afterAll(async () => {
  await sandbox.stop()
  await house.dispose()
  delete process.env.CANARY
})

/** Of every file in the data folder and beside the canary: a new file or a changed one is seen. */
function hashes(): Map<string, string> {
  const found = new Map<string, string>()
  for (const root of [house.dataDir, outside]) {
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      const path = join(root, name)
      if (!statSync(path).isFile()) continue
      found.set(path, createHash('sha256').update(readFileSync(path)).digest('hex'))
    }
  }
  return found
}

interface Outcome {
  error: AppError | null
  /** All that the caller could see. */
  answer: string
}

type Runs = (request: SandboxRequest) => Promise<unknown>
const inProcess: Runs = (request) => sandbox.run(request)
/** The same steps without a process for each: a statement that is refused comes no further. */
const inSteps: Runs = (request) => runSteps(house, request)

async function run(
  sql: string,
  more: Partial<SandboxRequest> = {},
  runs: Runs = inProcess,
): Promise<Outcome> {
  const seen: unknown[] = []
  const error = await runs({
    userId: 1,
    sql,
    params: {},
    scope: { tables: [{ name: 'pay', games: null, rules: [] }], temporary: [] },
    limit: 1000,
    mode: 'rows',
    timeoutMs: 60_000,
    onColumns: (columns) => void seen.push(columns),
    onChunk: (chunk) => void seen.push(chunk.columns),
    onBytes: (bytes) => void seen.push(bytes.toString()),
    ...more,
  }).then(
    (result) => {
      seen.push(result)
      return null
    },
    (thrown: unknown) => {
      if (!(thrown instanceof AppError)) throw thrown
      seen.push(thrown.message, thrown.data)
      return thrown
    },
  )
  return { error, answer: JSON.stringify(seen) }
}

const file = (name: string) => join(outside, name)
/** The statement's own text may come back as what is meant (`near`); nothing else of it. */
function expectNothingOfTheHost({ answer, error }: Outcome): void {
  expect(answer).not.toContain(canary)
  expect(error?.message ?? '').not.toContain('/tmp/')
  expect(error?.message ?? '').not.toContain(house.dataDir)
  expect(error?.message ?? '').not.toContain('.duckdb')
}

async function expectWell(runs: Runs = inProcess): Promise<void> {
  const { error, answer } = await run('select count(*) as n, sum(role_id) as s from pay', {}, runs)
  expect(error).toBeNull()
  expect(answer).toContain('[1000]')
}

afterEach(() => {
  expect(hashes()).toEqual(before)
})

const attacks: Record<string, () => string[]> = {
  'several statements': () => [
    'select 1; select 2',
    'select 1; drop table pay',
    'select 1 /* ; */ ; drop view pay',
    'select 1 /* /* */ ; select 1 */; drop view pay',
    'select $$;$$ ; drop view pay',
    "select E'\\';' ; drop view pay --'",
    "select 'a;''b'; drop view pay",
    'select 1 -- x\n; drop view pay',
    'select 1 -- x\r; drop view pay',
    '\ufeffselect 1; drop view pay',
    'select\u200b1;\u200bdrop view pay',
    'select\u30001;\u3000drop view pay',
    'begin; drop view pay; commit',
  ],
  'hidden characters': () => [
    "select 'a\0'; drop view pay",
    'select 1\0; drop view pay',
    'select 1；drop view pay from nosuch',
    'ｓｅｌｅｃｔ 1',
    'dr\u200bop view pay',
    "select '\ud800'",
  ],
  'other statements': () => [
    'set threads = 1',
    'set enable_external_access = true',
    'reset all',
    "set variable x = 'a'",
    'use memory',
    'pragma database_list',
    "pragma enable_profiling = 'json'",
    'call pragma_version()',
    'call enable_logging()',
    'begin',
    'checkpoint',
    'force checkpoint',
    'vacuum',
    'create table x as select 1',
    'create temp table x (a int)',
    'create or replace view pay as select 1',
    'create secret s (type s3)',
    'update pay set amount = 0',
    'alter view pay rename to q',
    'prepare p as select 1',
    'execute p',
    'explain analyze create table x as select 1',
    'select * from (describe pay)',
    'select * from (show databases)',
    'load json',
    'install httpfs',
    "attach ':memory:' as m",
    `attach '${warehouseFile}' as w`,
    'detach memory',
    "copy pay to 'x.csv'",
    'copy from database memory to fact',
    'merge into pay using pay p on true when matched then delete',
    'insert into pay select * from pay',
    'delete from pay',
    'truncate pay',
    'drop table pay',
    "comment on table pay is 'x'",
    'create schema s',
    'create sequence s',
    'create index i on pay (role_id)',
    "create type t as enum ('a')",
    "create macro getenv2(x) as getenv('CANARY')",
    "create macro files() as table from glob('*')",
    "create persistent secret s (type s3, key_id 'x')",
    'drop secret s',
    'analyze',
    'rollback',
    'deallocate p',
    'update extensions',
    "force install spatial from 'http://127.0.0.1:1'",
    "load '/tmp/x.duckdb_extension'",
    "attach 'ducklake:x' as d",
    "attach 'postgres:host=127.0.0.1' as p (type postgres)",
    "attach 'x.db' as s (type sqlite)",
    'set session threads = 1',
    "set global allowed_directories = ['/']",
    'reset enable_external_access',
    'pragma disable_checkpoint_on_shutdown',
    "pragma user_agent = 'x'",
    'with x as (insert into pay values (1) returning *) select * from x',
  ],
  files: () => [
    `from '${file('canary.csv')}'`,
    `select * from "${file('canary.txt')}"`,
    `select * from read_text('${file('canary.txt')}')`,
    `select * from read_blob('${file('canary.txt')}')`,
    `select * from read_csv('${file('canary.csv')}')`,
    `select * from read_json_auto('${file('canary.json')}')`,
    `select * from read_parquet('${file('canary.txt')}')`,
    `select * from sniff_csv('${file('canary.csv')}')`,
    `select * from glob('${outside}/*')`,
    `select * from parquet_metadata('${file('canary.txt')}')`,
    `select (select content from read_text('${file('canary.txt')}'))`,
    `select * from pay, lateral (from read_text('${file('canary.txt')}'))`,
    `with a as (from '${file('canary.csv')}') select * from a`,
    `with recursive "${file('canary.csv')}" as (select * from "${file('canary.csv')}") select 1`,
    "from 'https://example.com/x.csv'",
    "from 's3://bucket/x.parquet'",
    "select * from read_csv('http://127.0.0.1:1/x')",
    "from 'gs://bucket/x.csv'",
    "from 'az://bucket/x.csv'",
    "from 'hf://datasets/a/b.csv'",
    "from 'file:///etc/passwd'",
    "from 'cat /etc/passwd |'",
    `from read_csv(['${file('canary.csv')}', '${file('canary.csv')}'])`,
    `from read_ndjson_objects('${file('canary.json')}')`,
    `from parquet_kv_metadata('${file('canary.txt')}')`,
    `from parquet_bloom_probe('${file('canary.txt')}', 'a', 1)`,
    `from '${outside}/*.csv'`,
    "from postgres_scan('host=127.0.0.1', 'public', 't')",
    "from sqlite_scan('x.db', 't')",
    "from mysql_query('m', 'select 1')",
    "from iceberg_scan('x')",
    "from delta_scan('x')",
    "from st_read('x')",
    "from read_xlsx('x.xlsx')",
    "insert into pay from read_csv('x')",
    `copy (select 1) to '${file('out.csv')}'`,
    `copy pay to '${file('out.parquet')}' (format parquet)`,
    `export database '${outside}'`,
    `import database '${outside}'`,
    `pragma import_database('${outside}')`,
    `copy (select 1) to '/dev/stdout'`,
  ],
  'code that the next process would run': () => [
    `copy (select 1) to '${compiled}/planted' (use_tmp_file false)`,
    `select * from glob('${compiled}/*/*')`,
    `select * from read_blob('${compiled}/*/*')`,
    `export database '${compiled}'`,
  ],
  'the warehouse’s own file': () => [
    `select * from read_blob('${warehouseFile}')`,
    `select * from '${warehouseFile}'`,
    `select * from read_duckdb('${warehouseFile}')`,
    `copy (select 1) to '${warehouseFile}' (use_tmp_file false)`,
    `copy (select 1) to '${warehouseFile}.wal' (use_tmp_file false)`,
    `copy pay from '${warehouseFile}'`,
    'select * from secret',
    'select * from main.secret',
    'select * from memory.main.pay',
    'select * from fact.main.secret',
    "select * from query('from secret')",
    "select * from query_table('secret')",
    "select * from query_table(['secret', 'pay'])",
    "select * from histogram('secret', word)",
    'select * from summary((select * from secret))',
    "select * from seq_scan('secret')",
    'select (select word from secret)',
    'select * from pay semi join secret on true',
    'with pay as (select * from secret) select * from pay',
    'select * from (pivot secret on word in (1) using count(*))',
    "select * from json_execute_serialized_sql(json_serialize_sql('from secret'))",
    "select json_serialize_plan('from secret')",
  ],
  'unusual spellings': () => [
    'from pay at (version => 1)',
    'table duckdb_settings',
    'select pay.rowid from pay',
    "select 'CANARY'.getenv()",
    'select U&"\\0067etenv"(\'CANARY\')',
    "select list_aggregate([1], 'current_setting')",
    'with duckdb_settings as (select 1) from duckdb_settings()',
    'from pay positional join duckdb_tables()',
    "select timezone('../../etc/passwd', now())",
  ],
  'settings, catalogs and the environment': () => [
    "select getenv('CANARY')",
    "select current_setting('temp_directory')",
    "select getvariable('x')",
    'select current_database()',
    'select current_schemas(true)',
    'select current_query()',
    'select version()',
    'select pg_sleep(5)',
    'select sleep_ms(5000)',
    "select write_log('x')",
    'select setseed(0.5)',
    "select nextval('s')",
    "select list_transform([1], lambda x: current_setting('memory_limit'))",
    "select columns(lambda c: current_setting('memory_limit') = c) from pay",
    "select max(amount) filter (where getvariable('x') is null) from pay",
    'select * from duckdb_settings()',
    'select * from duckdb_databases()',
    'select * from duckdb_secrets()',
    'select * from duckdb_logs()',
    'select * from duckdb_temporary_files()',
    'from duckdb_tables',
    'from information_schema.tables',
    'from pg_catalog.pg_tables',
    "from pragma_table_info('pay')",
    "from pragma_storage_info('pay')",
    "from which_secret('s3://x', 's3')",
    "from enable_logging(storage_path = '/tmp/x')",
    'from enable_profiling()',
    "from sql_auto_complete('select')",
    'select $1',
    'select ?',
    'select $name',
  ],
}

async function expectRefused(
  sql: string,
  more: Partial<SandboxRequest> = {},
  runs: Runs = inProcess,
): Promise<void> {
  const outcome = await run(sql, more, runs)
  expect([sql, outcome.error?.code]).toEqual([sql, 'sql_error'])
  expect(outcome.error?.message).toMatch(/[\u4e00-\u9fff]/)
  expectNothingOfTheHost(outcome)
}

/** The first in a process of its own. */
async function expectAllRefused([first = '', ...rest]: string[]): Promise<void> {
  await expectRefused(first)
  for (const sql of rest) await expectRefused(sql, {}, inSteps)
}

/** The engine's own pragmas, which are functions as well, whatever extensions come with it. */
async function pragmas(): Promise<string[]> {
  const { rows, dispose } = await makeWarehouse({ sql: [] })
  const found = await rows(
    "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type = 'pragma' ORDER BY 1",
  )
  await dispose()
  return found.map(([name]) => String(name))
}

describe('attacks', () => {
  // The next attack begins in a process of its own too; a good statement has to run in one at the end of all.
  afterEach(() => expectWell(inSteps))
  afterAll(() => expectWell())

  it.each(Object.keys(attacks))('%s are refused', { timeout: 180_000 }, async (name) => {
    await expectAllRefused(attacks[name]?.() ?? [])
  })

  it('by any pragma of the engine are refused', { timeout: 180_000 }, async () => {
    const names = await pragmas()
    expect(names.length).toBeGreaterThan(20)
    for (const name of names) await expectRefused(`pragma ${name}`, {}, inSteps)
    for (const name of names) await expectRefused(`from ${name}()`, {}, inSteps)
  })

  it('are refused as exports and plans as well', { timeout: 180_000 }, async () => {
    for (const mode of ['csv', 'plan', 'profile'] as const) {
      await expectRefused(`select * from read_text('${file('canary.txt')}')`, { mode })
      await expectRefused(`select 1; copy (select 1) to '${file('out.csv')}'`, { mode })
    }
  })
})

describe('values of parameters', () => {
  afterEach(() => expectWell(inSteps))

  it('stay values', async () => {
    const value = "1'; drop view pay; --"
    const outcome = await run('select :x as x, (select count(*) from pay) as n', { params: { x: { value } } })
    expect(outcome.error).toBeNull()
    expect(outcome.answer).toContain('drop view pay')
    const path = await run('select * from :x', { params: { x: { value: file('canary.csv') } } })
    expect(path.error?.code).toBe('sql_error')
    expectNothingOfTheHost(path)
  })
})

describe('bombs', () => {
  afterEach(() => expectWell())

  const digits = (count: number) => Array.from({ length: count }, (_, index) => index).join()
  it.each([
    ['a text of gigabytes', "select length(repeat('x', 4000000000))"],
    ['a padded text', "select length(lpad('', 2000000000, 'x'))"],
    [
      'texts that double',
      `with a as (select repeat('x', 50000000) s), b as (select s || s || s || s s from a), c as (select s || s || s || s s from b) select length(s) from c`,
    ],
    ['a list of billions', 'select len(range(10000000000))'],
    [
      'recursion that doubles',
      "with recursive r as (select 'x' as s union all select s || s from r) select max(length(s)) from r",
    ],
    [
      'a sort in memory',
      'select * from range(100000000) t(i) order by hash(i) desc, i limit 1000 offset 90000000',
    ],
    ['a list of all rows', 'select len(list(i)) from range(2000000000) t(i)'],
    ['one text of all rows', "select length(string_agg(i::varchar, ',')) from range(2000000000) t(i)"],
    [
      'PIVOT over many values',
      `select * from (select i % 20000 as k, i from range(5000000) t(i)) pivot (sum(i), list(i) for k in (${digits(20_000)}))`,
    ],
  ])('%s ends cleanly', async (_, sql) => {
    const outcome = await run(sql, { timeoutMs: 500 })
    expect(['sql_error', 'query_failed', 'query_timeout']).toContain(outcome.error?.code)
    expect(outcome.error?.message).toMatch(/[\u4e00-\u9fff]/)
    expectNothingOfTheHost(outcome)
  })

  // Nothing but the time ends these, and it may be short.
  it.each([
    ['a series without an end', 'select sum(i) from generate_series(1, 9000000000000000000) t(i)'],
    ['a cartesian product', 'select sum(a.i * b.i) from range(10000000) a(i), range(10000000) b(i)'],
    [
      'a product of the tables',
      'select count(*) from pay a, pay b, pay c, pay d, pay e where a.amount + b.amount + c.amount + d.amount > e.amount',
    ],
    [
      'endless recursion',
      'with recursive r as (select 1 as n union all select n + 1 from r) select count(*) from r',
    ],
    ['levenshtein', "select levenshtein(repeat('a', 200000), repeat('b', 200000))"],
    [
      'rows from rows',
      'select count(*) from range(100000) a(i), unnest(range(100000)) b(j), unnest(range(1000)) c(k) where i + j = k - 1',
    ],
  ])('%s ends when its time is over', async (_, sql) => {
    const outcome = await run(sql, { timeoutMs: 150 })
    expect(['sql_error', 'query_failed', 'query_timeout']).toContain(outcome.error?.code)
    expect(outcome.error?.message).toMatch(/[\u4e00-\u9fff]/)
    expectNothingOfTheHost(outcome)
  })

  it.each([
    ['20,000 brackets', `select ${'('.repeat(20_000)}1${')'.repeat(20_000)}`],
    ['20,000 subqueries', `select ${'(select '.repeat(20_000)}1${')'.repeat(20_000)}`],
    ['5,000 sums', `select 1${'+1'.repeat(5_000)}`],
    ['a megabyte that is no SQL', 'x '.repeat(499_000)],
    ['comments that do not end', `select ${'/*'.repeat(499_000)}`],
  ])('%s are refused', async (_, sql) => {
    const outcome = await run(sql, { timeoutMs: 60_000 })
    expect([outcome.error?.code, outcome.error?.message]).toEqual([
      'sql_error',
      expect.stringMatching(/嵌套|语法|注释/),
    ])
  })

  it('60,000 items of IN and a megabyte of text are just large', async () => {
    const many = await run(`select count(*) from pay where role_id in (${digits(60_000)})`)
    expect([many.error, many.answer.includes('[1000]')]).toEqual([null, true])
    const long = await run(`select length('${'中'.repeat(900_000)}') as n`)
    expect([long.error, long.answer.includes('[900000]')]).toEqual([null, true])
  })
})
