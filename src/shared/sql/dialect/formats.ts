// Converts date formats of MaxCompute (yyyy-MM-dd hh:mi:ss) and MySQL (%Y-%m-%d %H:%i:%s) to the engine's.

const mysql: Readonly<Record<string, string>> = {
  i: '%M',
  s: '%S',
  T: '%H:%M:%S',
  e: '%-d',
  c: '%-m',
  k: '%-H',
  h: '%I',
  M: '%B',
  W: '%A',
  v: '%V',
  x: '%G',
  r: '%I:%M:%S %p',
}

const words: readonly [pattern: string, form: string][] = [
  ['yyyy', '%Y'],
  ['yy', '%y'],
  ['hh24', '%H'],
  ['hh12', '%I'],
  ['hh', '%H'],
  ['mi', '%M'],
  ['ss', '%S'],
  ['dd', '%d'],
]

/** Null for an unknown format. */
export function engineFormat(format: string): string | null {
  if (format.includes('%')) return format.replace(/%(.)/g, (all, letter: string) => mysql[letter] ?? all)
  let told = ''
  for (let at = 0; at < format.length; ) {
    const rest = format.slice(at)
    const found = words.find(([pattern]) => rest.toLowerCase().startsWith(pattern))
    if (found) {
      told += found[1]
      at += found[0].length
    } else if (/^mm/i.test(rest)) {
      // After hours or a colon, mm means minutes.
      told += /%H:?$/.test(told) ? '%M' : '%m'
      at += 2
    } else if (/^[a-z]/i.test(rest)) return null
    else {
      told += rest[0]
      at += 1
    }
  }
  return told.includes('%') ? told : null
}
