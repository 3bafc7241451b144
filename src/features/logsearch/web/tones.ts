// Levels and classes of status: what they are called and in which tone they show.
export type Tone = 'error' | 'warn' | 'redirect' | 'success' | 'info' | 'debug' | 'plain'

const tones: Readonly<Record<string, { tone: Tone; title: string }>> = {
  error: { tone: 'error', title: '错误' },
  warn: { tone: 'warn', title: '警告' },
  info: { tone: 'info', title: '信息' },
  debug: { tone: 'debug', title: '调试' },
  '5xx': { tone: 'error', title: '5xx' },
  '4xx': { tone: 'warn', title: '4xx' },
  '3xx': { tone: 'redirect', title: '3xx' },
  '2xx': { tone: 'success', title: '2xx' },
  '1xx': { tone: 'debug', title: '1xx' },
  all: { tone: 'info', title: '日志' },
  other: { tone: 'info', title: '其他' },
  '': { tone: 'plain', title: '无级别' },
}

export const toneOf = (key: string): Tone => tones[key]?.tone ?? 'plain'
export const toneTitle = (key: string): string => tones[key]?.title ?? key

/** The tone of a value that stands in a column: a level by its name, a status by its number. */
export function toneOfValue(field: string, value: string): Tone | null {
  if (field === 'status' && /^[1-5]\d\d$/.test(value)) return toneOf(`${value[0]}xx`)
  if (field === 'level') return tones[value.toLowerCase()]?.tone ?? null
  return null
}
