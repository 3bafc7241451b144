// Texts that reach for files, the network, other tables, settings and the server's state on ClickHouse. The account
// here may do all of it: only the check of texts stands before the engine.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasClickHouse } from '#tests/factories/clickhouse.ts'
import { makeClickHouseSandbox, type TestClickHouseSandbox } from '#tests/factories/clickhouseSandbox.ts'
import { makeFolder } from '#tests/factories/warehouse.ts'

const canary = 'canary-71c3e0'

describe.skipIf(!hasClickHouse)('hostile texts on a ClickHouse', () => {
  let house: TestClickHouseSandbox
  let path: string
  beforeAll(async () => {
    path = join(await makeFolder(), 'canary.txt')
    writeFileSync(path, `${canary}\n`)
    house = await makeClickHouseSandbox([
      {
        name: 'visit',
        columns: [
          ['cgi', 'String'],
          ['minutes', 'Int32'],
        ],
        values: "('a', 1), ('b', 2)",
      },
      { name: 'hidden', columns: [['secret', 'String']], values: `('${canary}')`, isHidden: true },
    ])
    // The account may: what gets past the check would answer with the canary.
    expect((await house.engine.run(`SELECT file('${path}')`)).rows[0]?.[0]).toContain(canary)
    expect((await house.engine.run(`SELECT arrayMap(file, ['${path}'])`)).rows[0]?.[0]).toEqual([
      `${canary}\n`,
    ])
  })
  afterAll(() => house?.stop())

  const refused = async (texts: string[]) => {
    for (const sql of texts) {
      const answer = await house.rows(sql).then(
        (rows) => ({ code: 'it ran', message: JSON.stringify(rows) }),
        (error: { code: string; message: string }) => error,
      )
      expect([sql, answer.code, answer.message.includes(canary)]).toEqual([sql, 'sql_error', false])
      expect([sql, answer.message]).toEqual([sql, expect.stringMatching(/\p{Script=Han}/u)])
    }
  }

  it('no function reaches files, the network, dictionaries, settings or the server', () =>
    refused([
      `SELECT file('${path}')`,
      `SELECT FILE('${path}')`,
      `SELECT \`file\`('${path}')`,
      `SELECT "file" /* x */ ('${path}')`,
      `SELECT arrayMap(file, ['${path}'])`,
      `SELECT arrayMap((file), ['${path}'])`,
      `SELECT arrayMap("file", ['${path}'])`,
      `SELECT arrayFilter(file, ['${path}'])`,
      `SELECT arrayMap(x -> file(x), ['${path}'])`,
      `SELECT arrayMap((x, y) -> file(x), ['${path}'], [1])`,
      `SELECT * APPLY file FROM (SELECT '${path}')`,
      `SELECT * APPLY(file) FROM (SELECT '${path}')`,
      `SELECT COLUMNS('.*') APPLY(x -> file(x)) FROM (SELECT '${path}')`,
      "SELECT dictGet('d', 'a', 1)",
      "SELECT joinGet('hidden', 'secret', 1)",
      "SELECT hasColumnInTable('d', 'hidden', 'secret')",
      "SELECT getSetting('readonly')",
      "SELECT getServerPort('tcp_port')",
      "SELECT getMacro('x')",
      'SELECT hostName()',
      'SELECT currentUser(), user()',
      'SELECT current_user',
      'SELECT currentDatabase()',
      'SELECT version()',
      'SELECT uptime()',
      'SELECT SLEEP(3)',
      'SELECT sleepEachRow(3) FROM numbers(100)',
      "SELECT throwIf(1, 'x')",
      "SELECT initializeAggregation('count')",
      "SELECT catboostEvaluate('m', 1)",
      "SELECT evalMLMethod('m', 1)",
      'SELECT regionToName(1)',
      "SELECT aiGenerate('x')",
      "SELECT logTrace('x')",
      'SELECT showCertificate()',
      'SELECT transactionID()',
      'SELECT @@version',
    ]))

  it('no table but those that may be seen is read, wherever a table may stand', () =>
    refused([
      'SELECT * FROM hidden',
      'SELECT * FROM `hidden`',
      `SELECT * FROM ${house.database}.hidden`,
      `SELECT * FROM ${house.database}.visit`,
      'SELECT * FROM HIDDEN',
      'FROM hidden SELECT *',
      'SELECT * FROM (hidden)',
      'SELECT * FROM (FROM hidden SELECT *)',
      'SELECT * FROM visit, hidden',
      'SELECT * FROM visit AS v, hidden AS h',
      'SELECT * FROM visit CROSS JOIN hidden',
      'SELECT * FROM visit a JOIN visit b USING (cgi), hidden',
      'SELECT * FROM visit a JOIN visit b ON a.cgi = b.cgi, hidden',
      'SELECT * FROM visit a JOIN visit b ON limit, hidden',
      'SELECT * FROM visit a JOIN visit b ON window, hidden',
      'SELECT * FROM visit a JOIN visit b ON a.cgi = select, hidden',
      'SELECT * FROM visit AS array JOIN hidden ON 1',
      'SELECT (SELECT secret FROM hidden)',
      'SELECT 1 WHERE EXISTS (SELECT 1 FROM hidden)',
      `SELECT '${canary}' IN hidden`,
      `SELECT '${canary}' IN (hidden)`,
      `SELECT '${canary}' IN ((hidden))`,
      `SELECT '${canary}' IN (hidden AS h)`,
      `SELECT '${canary}' NOT IN hidden`,
      `SELECT '${canary}' GLOBAL IN hidden`,
      `SELECT in('${canary}', hidden)`,
      `SELECT NOT in('${canary}', hidden)`,
      `SELECT globalIn('${canary}', hidden)`,
      `SELECT nullIn('${canary}', hidden)`,
      'WITH hidden AS (SELECT * FROM hidden) SELECT * FROM hidden',
      'WITH RECURSIVE hidden AS (SELECT * FROM hidden) SELECT * FROM hidden',
      'SELECT * FROM (WITH hidden AS (SELECT 1) SELECT 1), hidden',
      'SELECT * FROM hidden UNION ALL WITH hidden AS (SELECT 1) SELECT * FROM hidden',
      '(WITH hidden AS (SELECT 1) SELECT 1) UNION ALL SELECT secret FROM hidden',
      "SELECT 'x' UNION ALL WITH hidden AS (SELECT 'y') SELECT 'z' UNION ALL SELECT secret FROM hidden",
      'SELECT 1.from hidden',
      'SELECT 1e5from hidden',
      'SELECT trim(FROM hidden SELECT secret)',
      'SELECT trim(SELECT secret FROM hidden)',
      "WITH v AS (SELECT 1) SELECT * FROM v UUID '00000000-0000-0000-0000-000000000001'",
      'SELECT count(*) FROM visit WHERE cgi IN (SELECT secret FROM hidden)',
      'SELECT * FROM system.one',
      'SELECT * FROM system.users',
      'SELECT * FROM system.query_log',
      'SELECT * FROM `system`.`tables`',
      'SELECT * FROM information_schema.tables',
      'SELECT * FROM INFORMATION_SCHEMA.COLUMNS',
      `SELECT * FROM '${path}'`,
      `SELECT * FROM "${path}"`,
      'DESCRIBE hidden',
      'DESCRIBE TABLE system.one',
      'DESCRIBE (SELECT * FROM hidden)',
      'EXPLAIN SELECT * FROM hidden',
      'SELECT * FROM (EXPLAIN SELECT * FROM hidden)',
      'SHOW CREATE TABLE hidden',
    ]))

  it('no table function but those that make numbers and values is called', () =>
    refused(
      [
        `file('${path}', 'LineAsString')`,
        "url('http://127.0.0.1:1/', 'LineAsString')",
        "remote('127.0.0.1', 'system', 'one')",
        "remoteSecure('127.0.0.1', 'system', 'one')",
        "executable('x.sh', 'TSV', 'a String')",
        "s3('http://127.0.0.1:1/bucket/x.csv')",
        "s3Cluster('c', 'http://127.0.0.1:1/x.csv')",
        "azureBlobStorage('x', 'y', 'z')",
        "hdfs('hdfs://127.0.0.1:1/x', 'TSV')",
        "mysql('127.0.0.1:1', 'd', 't', 'u', 'p')",
        "postgresql('127.0.0.1:1', 'd', 't', 'u', 'p')",
        "mongodb('127.0.0.1:1', 'd', 'c', 'u', 'p', 'a Int32')",
        "redis('127.0.0.1:1', 'k', 'k String')",
        "sqlite('x.db', 't')",
        "odbc('DSN=x', 't')",
        "jdbc('x', 't')",
        "iceberg('http://127.0.0.1:1/x')",
        "deltaLake('http://127.0.0.1:1/x')",
        "cluster('default', system.one)",
        "merge('system', '.*')",
        "merge('hidden')",
        'view(SELECT * FROM hidden)',
        "viewExplain('EXPLAIN', '', (SELECT 1))",
        "dictionary('d')",
        "input('a String')",
        'loop(hidden)',
        "eval('SELECT 1')",
        "fuzzQuery('SELECT 1')",
        "mergeTreeIndex('d', 'hidden')",
        "generateRandom('a String')",
        "filesystem('/')",
        '`url`("x")',
      ].flatMap((call) => [`SELECT * FROM ${call}`, `SELECT * FROM visit, ${call}`]),
    ))

  it('nothing but one SELECT runs, and it changes no setting, format or file', () =>
    refused([
      '',
      '-- nothing',
      ';',
      'SELECT 1; SELECT 2',
      'SELECT 1; DROP TABLE visit',
      'SELECT 1 /* ; */ ; -- x\n DROP TABLE visit',
      'SELECT 1 /* /* */ */ FROM hidden',
      "SELECT 1 /* ' */ FROM hidden /* ' */",
      'SELECT 1 SETTINGS readonly = 0',
      'SELECT * FROM (SELECT 1 SETTINGS max_threads = 1)',
      'SELECT 1 FORMAT CSV',
      "SELECT 1 INTO OUTFILE 'x'",
      "INSERT INTO visit VALUES ('x', 1)",
      'INSERT INTO FUNCTION null() SELECT 1',
      'WITH x AS (SELECT 1) INSERT INTO visit SELECT * FROM x',
      'SELECT 1 PARALLEL WITH DROP TABLE visit',
      'DROP TABLE visit',
      'TRUNCATE TABLE visit',
      'CREATE TABLE x (a Int8) ENGINE = Memory',
      'CREATE VIEW x AS SELECT 1',
      'ALTER TABLE visit DELETE WHERE 1',
      'SET readonly = 0',
      'USE system',
      'SYSTEM SHUTDOWN',
      'KILL QUERY WHERE 1',
      'GRANT ALL ON *.* TO sql',
      'EXECUTE AS default SELECT 1',
      'SHOW GRANTS',
      'SHOW PROCESSLIST',
      'EXPLAIN ANALYZE DROP TABLE visit',
      'SELECT {x:Identifier} FROM {t:Identifier}',
      'SELECT $$x$$',
      'SELECT ‘x’',
      'SELECT \u0000 1',
      'SELECT 1 \\',
      'SELECT # x',
      'ＳＥＬＥＣＴ 1',
      `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`,
      "SELECT CAST('x', 'y') :: AggregateFunction(sum, UInt8)",
    ]))

  it('afterwards everything is as it was, and the next query is answered', async () => {
    const { rows } = await house.engine.run('SELECT * FROM visit ORDER BY cgi', { database: house.database })
    expect(rows).toEqual([
      ['a', 1],
      ['b', 2],
    ])
    expect(await house.rows('SELECT sum(minutes) FROM visit')).toEqual([[3]])
  })
})
