// Random logs with queries, and the answers found by checking every line.

export interface MadeLine {
  /** Time in milliseconds; a line without one has that of the previous line. */
  time: number
  text: string
  fields: Record<string, string> | null
  file: number
  place: number
}

const words = [
  'timeout',
  'Connection',
  'reset',
  '登录失败',
  '重试',
  'ok',
  'a/b',
  'say "no"',
  'x=1',
  'tmp\\dir',
]
const names = ['ann', 'anna', 'Bob', '张三', 'o-brien']
const start = Date.UTC(2026, 10, 1)

export type Choose = <Item>(items: readonly Item[]) => Item

export function choosing(next: () => number) {
  const below = (most: number) => Math.floor(next() * most)
  const choose: Choose = (items) => items[below(items.length)] as never
  return { below, choose, often: (part: number) => next() < part }
}
export type Choosing = ReturnType<typeof choosing>

/** File 0 has even times and file 1 odd ones, so that no two files share a time. */
export function makeLines(file: number, count: number, { below, choose, often }: Choosing): MadeLine[] {
  const lines: MadeLine[] = []
  let at = start + file
  let told = Number.NaN
  for (let place = 0; place < count; place += 1) {
    // The clock sometimes stands still or goes back.
    at += often(0.02) ? -2 * below(20_000) : 2 * below(40_000)
    const value = {
      time: new Date(at).toISOString(),
      status: choose([200, 200, 200, 404, 500, 502.5]),
      ms: below(5_000) / (often(0.5) ? 10 : 1),
      ...(often(0.5) && { user: choose(names) }),
      ...(often(0.2) && { in: { status: choose([200, 500]), game: choose(['yhxt', 'fhsg']) } }),
      msg: Array.from({ length: 1 + below(4) }, () => choose(words)).join(' '),
      ...(often(0.002) && { fill: 'y'.repeat(below(1_500_000)) }),
      ...(often(0.3) && { pad: 'z'.repeat(below(900)) }),
    }
    const isPlain = place > 0 && often(0.05)
    const text = isPlain
      ? choose(['  at stack (a/b.ts:1)', '', 'status=500 timeout', '{"status":500'])
      : written(value, often)
    if (!isPlain) told = at
    const fields = text.startsWith('{') ? flat(isPlain ? { status: 500 } : value) : null
    lines.push({ time: told, text, fields, file, place })
  }
  return lines
}

/** Written like different writers do: blanks after the colon, `\/`, everything but ASCII escaped. */
function written(value: object, often: (part: number) => boolean): string {
  const plain = JSON.stringify(value)
  if (often(0.1)) return plain.replaceAll(/"(status|ms)":/g, '"$1" : ')
  if (often(0.1)) return plain.replaceAll('/', '\\/')
  if (often(0.1))
    return plain.replaceAll(/[^\0-~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return plain
}

function flat(value: object, path = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      typeof member === 'object'
        ? Object.entries(flat(member, `${path}${name}.`))
        : [[path + name, String(member)]],
    ),
  )
}

export interface Asked {
  query: string
  fits(line: MadeLine): boolean
}

const lower = (text: string) => text.toLowerCase()
const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"`
/** Decodes a writer's escapes. */
const read = (text: string): string =>
  text.replaceAll(/\\(u[0-9a-f]{4}|.)/g, (_, sign: string) =>
    sign.length === 5 ? String.fromCharCode(Number.parseInt(sign.slice(1), 16)) : sign,
  )

const holdsText = (part: string) => (line: MadeLine) =>
  lower(line.text).includes(lower(part)) || lower(read(line.text)).includes(lower(part))

function isWord(value: string, wanted: string): boolean {
  if (Number.isFinite(Number(value)) && Number.isFinite(Number(wanted)))
    return Number(value) === Number(wanted)
  const escaped = lower(wanted).replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  const before = /^\w/.test(wanted) ? '(?<![a-z0-9_])' : ''
  const after = /\w$/.test(wanted) ? '(?![a-z0-9_])' : ''
  return new RegExp(before + escaped + after).test(lower(value))
}

export function makeAsked(depth: number, choosing: Choosing): Asked {
  const { below, choose, often } = choosing
  if (depth > 0 && often(0.6)) {
    const parts = Array.from({ length: 2 + below(2) }, () => makeAsked(depth - 1, choosing))
    const isAnd = often(0.5)
    const query = `(${parts.map((part) => part.query).join(isAnd ? choose([' ', ' and ']) : ' or ')})`
    return {
      query,
      fits: (line) =>
        isAnd ? parts.every((part) => part.fits(line)) : parts.some((part) => part.fits(line)),
    }
  }
  if (depth > 0 && often(0.2)) {
    const part = makeAsked(depth - 1, choosing)
    return { query: `not ${part.query}`, fits: (line) => !part.fits(line) }
  }
  return makeTerm(choosing)
}

function makeTerm({ below, choose }: Choosing): Asked {
  const field = choose(['status', 'ms', 'user', 'in.status', 'in.game', 'msg', 'nothing'])
  const value = choose([
    '200',
    '500',
    '502.5',
    'ann',
    'Anna',
    '张三',
    'yhxt',
    'timeout',
    'a/b',
    'say "no"',
    'tmp\\dir',
  ])
  const of = (line: MadeLine) => line.fields?.[field]
  const [least, most] = [below(400), 400 + below(4_000)]
  const number = (line: MadeLine) => (of(line) === undefined ? Number.NaN : Number(of(line)))
  const terms: Asked[] = [
    ...[...words, 'imeou', 'TIMEOUT', 'nowhere', '"status":500'].map((part) => ({
      query: quoted(part),
      fits: holdsText(part),
    })),
    { query: `${field}:*`, fits: (line) => of(line) !== undefined },
    {
      query: `${field}:${quoted(value)}`,
      fits: (line) => of(line) !== undefined && isWord(of(line) ?? '', value),
    },
    { query: `user:an*`, fits: (line) => ['ann', 'anna'].includes(line.fields?.user ?? '') },
    { query: `${field}=${quoted(value)}`, fits: (line) => lower(of(line) ?? '\0') === lower(value) },
    { query: `${field}!=${quoted(value)}`, fits: (line) => lower(of(line) ?? '\0') !== lower(value) },
    { query: `${field}>=${least}`, fits: (line) => number(line) >= least },
    { query: `${field}<${most}`, fits: (line) => number(line) < most },
    { query: `${field}:${least}..${most}`, fits: (line) => number(line) >= least && number(line) <= most },
    { query: `${field}:{${least} TO ${most}]`, fits: (line) => number(line) > least && number(line) <= most },
  ]
  return choose(terms)
}
