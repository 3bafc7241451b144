// Describes a cron expression, computes its next times and says which field is wrong. Times come from the
// library that the server's schedules use, in the same form: minute, hour, day, month, weekday.
import { Cron } from 'croner'

interface CronField {
  title: string
  written: string
  /** The description, or the problem. */
  words: string
  isWrong: boolean
}

interface ReadCron {
  fields: CronField[]
  sentence: string
  /** Milliseconds since 1970; empty when the expression never matches. */
  next: number[]
  problem: string
}

interface Kind {
  title: string
  unit: string
  least: number
  most: number
  names?: readonly string[]
}

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const dayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const weekdays = ['日', '一', '二', '三', '四', '五', '六', '日']
const kinds: readonly Kind[] = [
  { title: '分', unit: '分', least: 0, most: 59 },
  { title: '时', unit: '点', least: 0, most: 23 },
  { title: '日', unit: '日', least: 1, most: 31 },
  { title: '月', unit: '月', least: 1, most: 12, names: monthNames },
  { title: '周', unit: '', least: 0, most: 7, names: dayNames },
]
const nicknames: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}
const longest = 200

export function readCron(text: string, zone: string, from: Date, count = 10): ReadCron {
  const typed = text.trim().slice(0, longest)
  const whole = nicknames[typed.toLowerCase()] ?? typed
  const written = whole.split(/\s+/)
  if (typed === '' || written.length !== kinds.length) {
    const problem =
      typed === '' ? '请输入定时表达式' : `应有 5 段「分 时 日 月 周」，现在有 ${written.length} 段`
    return { fields: [], sentence: '', next: [], problem: problem + hintOf(written.length) }
  }
  const fields = written.map((one, at) => fieldOf(one, kinds[at] as Kind))
  const wrong = fields.find(({ isWrong }) => isWrong)
  const found = nextOf(whole, zone, from, count)
  if (found === null)
    return {
      fields,
      sentence: '',
      next: [],
      problem: wrong ? `${wrong.title}：${wrong.words}` : '这个表达式无法识别',
    }
  const problem = found.length === 0 ? '这个表达式永远不会触发，请检查日和月' : ''
  return { fields, sentence: sentenceOf(written), next: found, problem }
}

const hintOf = (count: number): string => (count === 6 ? '；带秒的写法请去掉第一段' : '')

function nextOf(text: string, zone: string, from: Date, count: number): number[] | null {
  try {
    return new Cron(text, { mode: '5-part', timezone: zone, paused: true }).nextRuns(count, from).map(Number)
  } catch {
    return null
  }
}

function fieldOf(written: string, kind: Kind): CronField {
  const wrong = problemOf(written, kind)
  return { title: kind.title, written, words: wrong ?? wordsOf(written, kind), isWrong: wrong !== null }
}

/** Null when the field alone shows no problem. */
function problemOf(written: string, kind: Kind): string | null {
  for (const part of written.split(',')) {
    if (part === '') return '逗号之间缺值'
    const [range = '', step, more] = part.split('/')
    if (more !== undefined) return '一段里只能有一个 /'
    if (step !== undefined && !/^[1-9]\d{0,3}$/.test(step)) return '/ 后面应是正整数'
    if (range === '*' || range === '?' || /[LW#+]/i.test(range)) continue
    const ends = range.split('-')
    // Schedules take a step from a range alone, so the words must not explain what is refused.
    if (step !== undefined && ends.length === 1) return `请写作 ${range}-${kind.most}/${step}`
    if (ends.length > 2) return '范围应写作 起-止'
    const values = ends.map((end) => numberIn(end, kind))
    const at = values.findIndex((value) => value === null || value < kind.least || value > kind.most)
    if (at >= 0) return `「${ends[at]}」应在 ${kind.least} 到 ${kind.most} 之间`
    if (values.length === 2 && (values[0] as number) > (values[1] as number))
      return `「${range}」的起点大于终点`
  }
  return null
}

function numberIn(text: string, { names, least }: Kind): number | null {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  const place = names?.indexOf(text.slice(0, 3).toUpperCase()) ?? -1
  return place < 0 ? null : place + (least === 1 ? 1 : 0)
}

const shown = (value: number | null, kind: Kind): string =>
  value === null ? '?' : kind.title === '周' ? `周${weekdays[value]}` : `${value}${kind.unit}`

function wordsOf(written: string, kind: Kind): string {
  if (written === '*' || written === '?')
    return `每${kind.title === '周' ? '天' : kind.title === '时' ? '小时' : kind.title === '分' ? '分钟' : kind.title}`
  return written
    .split(',')
    .map((part) => partWords(part, kind))
    .join('、')
}

const units: Readonly<Record<string, string>> = { 分: '分钟', 时: '小时', 日: '天', 月: '个月', 周: '天' }

function partWords(part: string, kind: Kind): string {
  const [range = '', step] = part.split('/')
  const last = lastWords(range, kind)
  if (last) return last
  const [from = '', to] = range.split('-')
  const span =
    range === '*' || range === '?'
      ? ''
      : to === undefined
        ? shown(numberIn(from, kind), kind)
        : `${shown(numberIn(from, kind), kind)}到${shown(numberIn(to, kind), kind)}`
  if (step === undefined) return span
  const begin = to === undefined && span ? `从${span}起` : span
  return `${begin}每 ${step} ${units[kind.title]}`
}

function lastWords(range: string, kind: Kind): string | null {
  const upper = range.toUpperCase()
  if (upper === 'L') return kind.title === '周' ? '周六' : '最后一天'
  if (kind.title === '日' && upper === 'LW') return '最后一个工作日'
  const near = /^(\d{1,2})W$/.exec(upper)
  if (kind.title === '日' && near) return `离 ${near[1]} 日最近的工作日`
  const nth = /^(.+)#(\d|L)$/.exec(upper)
  if (nth)
    return `${nth[2] === 'L' ? '最后一个' : `第 ${nth[2]} 个`}${shown(numberIn(nth[1] as string, kind), kind)}`
  const last = /^(.+)L$/.exec(upper)
  if (kind.title === '周' && last) return `最后一个${shown(numberIn(last[1] as string, kind), kind)}`
  return null
}

/** «每年 1 月，周一到周五，9 点到 18 点，每 5 分钟». */
function sentenceOf([minute = '', hour = '', day = '', month = '', weekday = '']: string[]): string {
  const [minutes, hours, days, months, weeks] = kinds as [Kind, Kind, Kind, Kind, Kind]
  const isAny = (written: string) => written === '*' || written === '?'
  const parts: string[] = []
  if (!isAny(month)) parts.push(`每年 ${wordsOf(month, months)}`)
  const both = !isAny(day) && !isAny(weekday)
  if (!isAny(day)) parts.push(`${isAny(month) ? '每月 ' : ''}${wordsOf(day, days)}`)
  if (!isAny(weekday))
    parts.push(`${both ? '或' : /[#L]/i.test(weekday) ? '每月 ' : '每'}${wordsOf(weekday, weeks)}`)
  if (isAny(day) && isAny(weekday)) parts.push('每天')
  const clock = /^\d+$/.test(hour) && /^\d+$/.test(minute)
  if (clock) parts.push(`${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`)
  else {
    if (!isAny(hour)) parts.push(wordsOf(hour, hours))
    const every = isAny(hour) && /^\d+$/.test(minute) ? '每小时 ' : ''
    parts.push(minute === '0' ? `${every || ''}整点` : `${every}${wordsOf(minute, minutes)}`)
  }
  return parts.join('，')
}
