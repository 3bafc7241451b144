// `npm run bench`: every benchmark in one run on one machine, beside its peers; prints a table.
// `npm run bench -- palette table` runs some of them; `--readme` writes the table into README.md beside this file.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

const names = [
  'palette',
  'table',
  'lists',
  'enter',
  'dictionary',
  'exports',
  'config',
  'reports',
  'prepared',
  'calls',
  'load',
  'start',
  'sql',
  'sandbox',
  'jobs',
  'parts',
  'pushes',
  'alarm',
  'forecast',
  'stops',
  'json',
  'backup',
  'logs',
]
const readme = fileURLToPath(new URL('README.md', import.meta.url))
const [begin, end] = ['<!-- bench -->', '<!-- /bench -->']

const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const unknown = chosen.filter((name) => !names.includes(name))
if (unknown.length) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${names.join(', ')}`)
  process.exit(2)
}

// With windows, as people have it, where it is there.
if (existsSync('/usr/bin/chromium')) process.env.CHROMIUM ??= '/usr/bin/chromium'

// The pages that are measured are those of this tree, not of an older build.
execFileSync(process.execPath, [fileURLToPath(new URL('../../build.mjs', import.meta.url))], {
  stdio: 'inherit',
})

/** @type {{ id: string, work: string, ours: string, peer: string, ratio: string, reach: string, met: boolean }[]} */
const rows = []
for (const name of chosen.length ? chosen : names) {
  console.error(`── ${name}`)
  const { run } = await import(`./${name}/bench.mjs`)
  for (const row of await run()) {
    rows.push(row)
    console.error(
      `   ${row.work}: ${row.ours} (${row.peer}); ${row.met ? 'reached' : 'not reached'}: ${row.reach}`,
    )
  }
}

const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim()
const table = [
  `Measured on ${new Date().toISOString().slice(0, 10)} at ${commit} on ${cpus().length} cores (${cpus()[0].model.trim()}), ${memory}, Node ${process.versions.node}.`,
  '',
  '| # | work | ours | peer | ratio | to reach | reached |',
  '|---|---|---|---|---|---|---|',
  ...rows
    .map((row) =>
      [row.id, row.work, row.ours, row.peer, row.ratio, row.reach, row.met ? 'yes' : '**no**'].join(' | '),
    )
    .map((line) => `| ${line} |`),
].join('\n')
console.log(table)

if (process.argv.includes('--readme')) {
  const text = readFileSync(readme, 'utf8')
  const [head, rest] = text.split(begin)
  writeFileSync(readme, `${head}${begin}\n${table}\n${end}${rest.split(end)[1]}`)
}
