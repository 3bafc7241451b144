// Parses the arguments of `npm run import -- FILE …`. A wrong argument prints the usage.
import { basename, extname } from 'node:path'
import { readArguments, UsageProblem } from '#server/process/terminal.ts'
import { AppError } from '#shared/errors.ts'
import type { EncodingName } from '#shared/imports/encodings.ts'
import { columnOfLetters } from '#shared/imports/letters.ts'
import { type ImportRole, importRoles, importRoleTitles } from '#shared/imports/roles.ts'
import { type PersonalKind, personalKinds, personalTitles } from '#shared/personal.ts'
import type { Addition } from './addition.ts'
import { encodingNamed } from './encoding.ts'
import type { HeadChoice } from './head.ts'
import { innerName } from './packing.ts'
import { kindOfWord, readWords, type ToldReading } from './values/answers.ts'

export interface ImportRequest {
  file: string
  table: string
  dateColumn: string | null
  gameColumn: string | null
  /** How to read short dates whose order no value reveals. */
  dayFirst: boolean
  /** How columns are read that would be read otherwise, or are asked. */
  told: ToldReading[]
  /** Import the rest when some lines are bad. */
  keepGood: boolean
  /** The header's place, where the user says it. */
  head: HeadChoice | null
  sheet: string | null
  encoding: EncodingName | null
  /** Import totals like other rows. */
  keepTotals: boolean
  /** Replace a table that an earlier import made. */
  replace: boolean
  /** Take the former version of a replaced table back, instead of importing a file. */
  back: boolean
  /** Which of the former versions: 1 is the last. */
  nth: number
  /** Even if that breaks reports. */
  force: boolean
  /** Add the rows to such a table. */
  addition: Addition | null
  /** What columns become, where the user says so. */
  roles: Record<string, ImportRole>
  /** By which columns means are weighted. */
  weights: Record<string, string>
  /** Columns that are marked as personal data with the table. */
  personal: { name: string; kind: PersonalKind }[]
}

/** Date and game columns have options of their own. */
const chosenRoles = importRoles.filter((role) => role !== 'date' && role !== 'game')
const wordOf = (role: ImportRole): string => importRoleTitles[role].replace(/^.*：/, '')
const roleWords = chosenRoles.map(wordOf)

export const importUsage = `用法：npm run import -- 文件 [--table 表名] [--date 日期列] [--game 游戏列] [--read 列=方式]… [--day-first] [--keep-good] [--head 行] [--sheet 工作表] [--encoding 编码] [--totals] [--role 列=用途]… [--weight 列=列]… [--personal 列=种类]… [--replace [--force] | --append | --by-day | --key 列,列] [--again]
  文件        .csv .tsv .txt .xlsx .xls .parquet .json .ndjson .jsonl，也可以是它们的 .gz、.zst
  --table     数据表名；默认取文件名
  --date      日期列；也可以是年份（2008）、年月（200801）、日期数（20080131）或时间戳
  --game      保存游戏代码（cgi）的列；按用户的游戏权限过滤
  --read      一列怎么读，可以写几次：${readWords.join(' ')}
  --day-first 1/2/2026 这样看不出顺序的日期按 日/月/年 读；默认不猜，先问
  --keep-good 有坏行时仍导入其余的行；默认有坏行就不导入
  --role      一列作什么：${roleWords.join('、')}；可以写多次
  --weight    平均按哪一列加权，如 次留=新增；可以写多次
  --personal  标为个人信息的列，如 联系方式=手机号；没有「可见个人信息」权限的人只看到掩码；可以写多次：${Object.values(personalTitles).join('、')}
  --head      表头在第几行，如 17；占几行的写作 17-18；没有表头写 0；左右几张表的一张写作 D17
  --sheet     工作表的名称
  --encoding  文件的编码：utf-8、gbk、big5、shift-jis、latin-1、utf-16；默认自动辨认
  --totals    合计、小计的行也导入；默认认出来不导入
  --replace   替换之前导入的同名表
  --force     替换后有指标、报表、告警或订阅不能用也替换
  --back 表名  不导入文件，取回这张表被替换之前的一版（保留 30 天，每张表最多 10 版）
  --nth       取回倒数第几版，如 2；默认上一版
  --append    把行追加到之前导入的同名表
  --by-day    追加，并替换表里这些日期的行（有游戏列时，只替换文件里各游戏的）
  --key       追加，并替换表里这些列的值相同的行
  --again     内容以前载入过也再次载入`

const options = {
  table: { type: 'string' },
  date: { type: 'string' },
  game: { type: 'string' },
  read: { type: 'string', multiple: true },
  'day-first': { type: 'boolean' },
  'keep-good': { type: 'boolean' },
  role: { type: 'string', multiple: true },
  weight: { type: 'string', multiple: true },
  personal: { type: 'string', multiple: true },
  head: { type: 'string' },
  sheet: { type: 'string' },
  encoding: { type: 'string' },
  totals: { type: 'boolean' },
  replace: { type: 'boolean' },
  force: { type: 'boolean' },
  back: { type: 'string' },
  nth: { type: 'string' },
  append: { type: 'boolean' },
  'by-day': { type: 'boolean' },
  key: { type: 'string' },
  again: { type: 'boolean' },
} as const

export function readImport(args: string[]): ImportRequest {
  const isBack = args.some((arg) => /^--back(=|$)/.test(arg))
  const { values, positionals } = readArguments(args, { options, positionals: isBack ? [] : ['文件'] })
  const file = positionals[0] ?? ''
  const weights = (values.weight ?? []).map(readWeight)
  return {
    file,
    table: values.back ?? (values.table === undefined ? tableNameOf(file) : checkedName(values.table)),
    dateColumn: values.date ?? null,
    gameColumn: values.game ?? null,
    told: (values.read ?? []).map(toldReading),
    dayFirst: values['day-first'] ?? false,
    keepGood: values['keep-good'] ?? false,
    head: values.head === undefined ? null : readHead(values.head),
    sheet: values.sheet ?? null,
    encoding: values.encoding === undefined ? null : readEncoding(values.encoding),
    keepTotals: values.totals ?? false,
    replace: values.replace ?? false,
    back: values.back !== undefined,
    nth: readNth(values.nth, isBack),
    force: values.force ?? false,
    addition: additionOf(values),
    roles: Object.fromEntries([
      ...weights.map(([column]) => [column, 'weighted'] as const),
      ...(values.role ?? []).map(readRole),
    ]),
    weights: Object.fromEntries(weights),
    personal: (values.personal ?? []).map(readPersonal),
  }
}

interface AdditionOptions {
  replace?: boolean | undefined
  append?: boolean | undefined
  'by-day'?: boolean | undefined
  key?: string | undefined
  again?: boolean | undefined
}

function additionOf({ replace, append, 'by-day': byDay, key, again }: AdditionOptions): Addition | null {
  const ways = [
    ['--replace', replace],
    ['--append', append],
    ['--by-day', byDay],
    ['--key', key !== undefined],
  ].flatMap(([name, isChosen]) => (isChosen ? [name] : []))
  if (ways.length > 1) throw new UsageProblem(`${ways.join(' 与 ')} 只能选一个`)
  if (ways.length === 0 || replace) {
    if (again) throw new UsageProblem('--again 只用于 --append、--by-day 和 --key')
    return null
  }
  const keys = (key ?? '').split(',').flatMap((column) => column.trim() || [])
  return { by: key === undefined ? (byDay ? 'days' : 'rows') : 'keys', keys, again: again ?? false }
}

function readNth(text: string | undefined, isBack: boolean): number {
  if (text === undefined) return 1
  if (!isBack) throw new UsageProblem('--nth 只用于 --back')
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  throw new UsageProblem(`--nth 要写一个数，如 2；实为「${text}」`)
}

/** 在线峰值=最大 */
function readRole(text: string): [column: string, role: ImportRole] {
  const at = text.lastIndexOf('=')
  const [column, word] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  const role = chosenRoles.find((each) => [each, importRoleTitles[each], wordOf(each)].includes(word))
  if (at < 1 || role === undefined)
    throw new UsageProblem(`--role ${text} 应写作 列=用途，用途可以是：${roleWords.join('、')}`)
  return [column, role]
}

/** 次留=新增 */
function readWeight(text: string): [column: string, by: string] {
  const at = text.lastIndexOf('=')
  const [column, by] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  if (at < 1 || column === '' || by === '')
    throw new UsageProblem(`--weight ${text} 应写作 列=加权的列，如 次留=新增`)
  return [column, by]
}

/** 联系方式=手机号 */
function readPersonal(text: string): ImportRequest['personal'][number] {
  const at = text.lastIndexOf('=')
  const [name, word] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  const kind = personalKinds.find((each) => each === word || personalTitles[each] === word)
  if (at > 0 && name !== '' && kind) return { name, kind }
  throw new UsageProblem(
    `--personal ${text} 应写作 列=种类，种类可以是：${Object.values(personalTitles).join('、')}`,
  )
}

export const personalOption = (name: string, kind: PersonalKind): string =>
  `--personal '${name}=${personalTitles[kind]}'`

/** 17, 17-18, D17 or 0. */
function readHead(text: string): HeadChoice {
  const [, letters = '', first = '', last = first] =
    /^([A-Za-z]{0,3})(\d{1,7})(?:-(\d{1,7}))?$/.exec(text.trim()) ?? []
  const [line, rows] = [Number(first), Number(last) - Number(first) + 1]
  const column = letters === '' ? {} : { column: columnOfLetters(letters) }
  const isHead = rows === 1 || (line > 0 && (rows === 2 || rows === 3))
  if (first !== '' && isHead && (line > 0 || letters === '')) return { line, rows, ...column }
  throw new UsageProblem(
    `--head「${text}」不可用：写一个行号（如 17）、连着的两三行（如 17-18），没有表头写 0；左右几张表的一张写它开始的单元格（如 D17）`,
  )
}

/** 列=方式; a column's name may have an equals sign of its own. */
function toldReading(text: string): ToldReading {
  const at = text.lastIndexOf('=')
  const kind = kindOfWord(text.slice(at + 1))
  if (at > 0 && kind) return { column: text.slice(0, at), kind }
  throw new UsageProblem(`--read 要写成 列=方式，方式是：${readWords.join(' ')}；实为「${text}」`)
}

function readEncoding(text: string): EncodingName {
  const name = encodingNamed(text)
  if (name) return name
  throw new UsageProblem(`无法识别编码「${text}」，可以是 utf-8、gbk、big5、shift-jis、latin-1、utf-16`)
}

const namePattern = /^[\p{L}_][\p{L}\p{N}_]{0,62}$/u

const misnamed = (name: string): string =>
  `表名「${name}」不可用：以字母、汉字或下划线开头，只含字母、汉字、数字、下划线，最多 63 字`

function checkedName(name: string): string {
  if (namePattern.test(name)) return name
  throw new UsageProblem(misnamed(name))
}

/** Throws AppError `parameter_wrong`. */
export function checkedTableName(name: string): string {
  if (namePattern.test(name)) return name
  throw new AppError('parameter_wrong', misnamed(name))
}

/** A table name from a file name: characters that names can't contain become underscores. */
export function tableNameOf(file: string): string {
  const stem = basename(innerName(file), extname(innerName(file)))
    .normalize('NFC')
    .toLowerCase()
  const cleaned = stem.replaceAll(/[^\p{L}\p{N}_]+/gu, '_').replaceAll(/^_+|_+$/g, '')
  const started = /^[\p{L}_]/u.test(cleaned) ? cleaned : `t_${cleaned}`
  return [...started].slice(0, 63).join('')
}
