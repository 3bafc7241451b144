// Searches over ten million lines beside ripgrep on the same file, which lies in the page cache: their counts are the
// same, and ours has its histogram and first page with it.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withInstallation } from '../installation.mjs'
import { medianTimes, megabytes, memoryOf, milliseconds, peakMemory, percentile, times } from '../measure.mjs'
import { makeLogs } from './make.mjs'

const lines = 10_000_000
const repeats = 5
const place = { entrance: 'bench', logStore: 'access' }

const searches = (rare) => [
  { what: 'a rare word', query: rare, pattern: ['-F', rare] },
  { what: 'a word that is not there', query: 'zzzzqqqq', pattern: ['-F', 'zzzzqqqq'] },
  { what: 'a frequent text', query: '"connection reset"', pattern: ['-F', 'connection reset'] },
  { what: 'a value', query: 'status:500', pattern: ['"status":500,'] },
  { what: 'a range', query: 'ms>=5000', pattern: ['"ms":[5-9]\\d{3}[.,]'] },
  { what: 'both', query: 'status:500 "connection reset"', pattern: ['"status":500,.*connection reset'] },
  { what: 'either', query: '登录成功 or 重试', pattern: ['登录成功|重试'] },
]

function rg(args, file) {
  const { error, stdout } = spawnSync('rg', ['-c', ...args, file])
  if (error) throw new Error('ripgrep is not installed: apt-get install ripgrep')
  return Number(stdout.toString().trim() || 0)
}

function caller({ address, headers }) {
  return async (path, body) => {
    const reply = await fetch(`${address}/api/s1/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const { isSuccess, msg, data } = await reply.json()
    if (!isSuccess) throw new Error(msg)
    return data
  }
}

export async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'analytics-logs-'))
  try {
    const file = join(folder, 'access.log')
    const rare = makeLogs(file, lines)
    const prepare = (dataDir) =>
      writeFile(
        join(dataDir, 'settings.json'),
        JSON.stringify({ logs: { bench: { stores: { access: { files: file, format: 'json' } } } } }),
      )
    return await withInstallation((product) => rowsOf(product, file, rare), { prepare })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function rowsOf(product, file, rare) {
  const call = caller(product)
  const search = (body) => call('redirect/aliyun/logs/getLogs', { ...place, ...body })
  const timed = async (work) => {
    const begun = performance.now()
    const given = await work()
    return [performance.now() - begun, given]
  }
  const before = memoryOf(product.pid)
  // Nothing is prepared, no reader runs.
  const [firstEver] = await timed(() => search({}))
  await prepared(product)
  const rows = []
  const { peak } = await peakMemory(product.pid, async () => {
    for (const one of searches(rare)) rows.push(await compared(one, search, file))
    rows.push(...(await quick(search, call, timed, firstEver)))
  })
  rows.push({
    id: 'L',
    work: 'the same: memory of the server with its readers at most; of the server alone before and after',
    ours: `${megabytes(peak)}; ${megabytes(before)}, ${megabytes(memoryOf(product.pid))}`,
    peer: '',
    ratio: '',
    reach: '≤ 100 MB more in the server',
    met: memoryOf(product.pid) - before <= 100e6,
  })
  return rows
}

async function prepared({ address, headers }) {
  for (;;) {
    const reply = await fetch(`${address}/api/s1/redirect/aliyun/logs/getIndex/bench/access`, { headers })
    if ((await reply.json()).data.prepared === 1) return
  }
}

async function compared({ what, query, pattern }, search, file) {
  const ask = () => search({ query, waitMs: 20_000 })
  const { progress } = await ask()
  const counted = rg(pattern, file)
  if (progress.state !== 'done' || progress.count !== counted)
    throw new Error(`${what}: ${progress.count}, not ${counted}`)
  const [ours, theirs] = await medianTimes(repeats, [ask, () => rg(pattern, file)])
  return {
    id: 'L',
    work: `10 million log lines (1.7 GB): ${what}, ${counted} found, with their histogram`,
    ours: milliseconds(ours),
    peer: `rg -c ${milliseconds(theirs)}`,
    ratio: times(ours / theirs),
    reach: '≤ 1.5 ×',
    met: ours <= 1.5 * theirs,
  }
}

async function quick(search, call, timed, firstEver) {
  const pages = []
  const queries = [
    '',
    '"connection reset"',
    'status:500',
    'ms>=5000',
    '-status:200',
    'call:listInbox and not 登录成功',
  ]
  for (const query of queries) {
    for (const order of ['newest', 'oldest']) pages.push(...(await pagesOf(search, timed, { query, order })))
  }
  const [bars] = await timed(() => search({ waitMs: 20_000 }))
  const [values, { exact }] = await timed(() =>
    call('logsearch/values', { ...place, field: 'call', waitMs: 30_000 }),
  )
  return [
    {
      id: 'L',
      work: 'the same: first and second page of six questions, newest and oldest first, p95; the very first, nothing prepared',
      ours: `${milliseconds(percentile(pages, 0.95))}; ${milliseconds(firstEver)}`,
      peer: '',
      ratio: '',
      reach: '≤ 300 ms',
      met: percentile(pages, 0.95) <= 300,
    },
    {
      id: 'L',
      work: `the same: histogram of all lines; values of a field counted over all of them (${exact ? 'exact' : 'cut off'})`,
      ours: `${milliseconds(bars)}; ${milliseconds(values)}`,
      peer: '',
      ratio: '',
      reach: '≤ 1 s, ≤ 10 s',
      met: bars <= 1_000 && values <= 10_000,
    },
  ]
}

async function pagesOf(search, timed, question) {
  const [first, { page }] = await timed(() => search({ ...question, bars: 0, waitMs: 5_000 }))
  const [second] = await timed(() => search({ ...question, cursor: page.cursor, bars: 0, waitMs: 5_000 }))
  if (!page.whole) throw new Error(`${question.query}: the first page is not whole`)
  return [first, second]
}
