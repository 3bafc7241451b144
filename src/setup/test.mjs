// `npm test`: every check. Steps that use one core run beside steps that wait for their own processes. `npm
// run test:long` runs only the long form of the random and crash tests, for an hour or two.
import { endWith } from './install.mjs'
import { build, endToEnd, lint, prepare, runAndTell, types, unit } from './parts.mjs'

/**
 * Given variables win: `KILLS=50 npm run test:long`. Without SUITES, suites that take minutes on ClickHouse
 * are left out.
 */
const long = {
  KILLS: '200',
  BACKUP_MB: '1500',
  FIRES: '1000',
  LONG: 'yes',
  EXPLAIN: 'all',
  ROUNDS: '100',
  SUITES: 'combined,compareRandom,followed,hours,random,rowRulesRandom,segments,topBeside',
}
const longFiles = [
  'tests/server/process/kills.test.ts',
  'tests/server/backup/memory.test.ts',
  'tests/server/metadata/migrationKills.test.ts',
  'tests/server/warehouse/publish.test.ts',
  'tests/server/jobs',
  'tests/features/alarm/kills.test.ts',
  'tests/features/push/sending.test.ts',
  'tests/features/imports/hostile.test.ts',
  'tests/features/logsearch/engine.test.ts',
  'tests/forecast/paths.test.ts',
  'tests/demo/explain.test.ts',
  'tests/golden/conformance.test.ts',
  'tests/golden/combined.test.ts',
  'tests/golden/compareRandom.test.ts',
  'tests/golden/followed.test.ts',
  'tests/golden/rowRulesRandom.test.ts',
]
const longJourneys = ['e2e/journeys/sql/typing.test.ts']
const isLong = process.argv.includes('--long')

async function prepareMore() {
  const { ensureFirefox } = await import('./firefox.mjs')
  if (!ensureFirefox()) console.log('No Firefox can be had here: its journeys are skipped.')
  const { ensurePostgres } = await import('./postgres.mjs')
  if (!ensurePostgres()) console.log('No PostgreSQL can be had here: its tests are skipped.')
  const { ensureMariadb } = await import('./mariadb/mariadb.mjs')
  if (!ensureMariadb()) console.log('No MariaDB can be had here: its tests are skipped.')
  const { ensureSlapd } = await import('./ldap/slapd.mjs')
  if (!ensureSlapd()) console.log('No slapd can be had here: the tests of signing in by LDAP are skipped.')
  const { ensureClickHouse } = await import('./clickhouse.mjs')
  if (!ensureClickHouse()) console.log('No ClickHouse can be had here: its tests are skipped.')
}

try {
  const started = Date.now()
  await prepare()
  await prepareMore()
  if (isLong) for (const [name, value] of Object.entries(long)) process.env[name] ??= value
  else process.env.WHOLE_RUN = '1'
  // The journeys need the build; the unit tests don't, and end last. The first row's output is shown as it comes.
  const rows = isLong
    ? [
        [{ ...unit, title: 'Long forms', args: [...unit.args, ...longFiles] }],
        [build, { ...endToEnd, title: 'Long journeys', args: [...endToEnd.args, ...longJourneys] }],
      ]
    : [[unit], [build, endToEnd, types, lint]]
  await runAndTell(rows, started)
} catch (error) {
  endWith(error)
}
