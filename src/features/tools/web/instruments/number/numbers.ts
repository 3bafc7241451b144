// Exact integers and decimals: bases, thousands separators, and the Chinese numerals of receipts.

export interface ReadNumber {
  sign: '' | '-'
  whole: bigint
  /** The digits after the decimal point. */
  part: string
}

const longest = 400

/** An error is returned as a sentence. */
export function readNumber(text: string): ReadNumber | string {
  const typed = text.trim().replace(/[,，_\s¥￥$]/g, '')
  if (typed === '') return '请输入数字'
  if (typed.length > longest) return `最多 ${longest} 位`
  const based = /^(-?)(0x[\da-f]+|0b[01]+|0o[0-7]+)$/i.exec(typed)
  if (based)
    return { sign: based[1] as '' | '-', whole: BigInt((based[2] as string).toLowerCase()), part: '' }
  const plain = /^([+-]?)(\d+)(?:\.(\d*))?(万亿|亿|万|千|百)?$/.exec(typed)
  if (plain) return scaled(plain[1] === '-' ? '-' : '', plain[2] as string, plain[3] ?? '', plain[4])
  const power = /^([+-]?)(\d+)(?:\.(\d+))?e([+-]?\d{1,3})$/i.exec(typed)
  if (power) return moved(power[1] === '-' ? '-' : '', power[2] as string, power[3] ?? '', Number(power[4]))
  return '不是数字；十六进制写 0xFF，二进制写 0b1010，八进制写 0o17'
}

const scales: Readonly<Record<string, number>> = { 百: 2, 千: 3, 万: 4, 亿: 8, 万亿: 12 }

const scaled = (sign: '' | '-', whole: string, part: string, unit: string | undefined): ReadNumber =>
  moved(sign, whole, part, unit ? (scales[unit] as number) : 0)

/** Moves the decimal point to the right. */
function moved(sign: '' | '-', whole: string, part: string, by: number): ReadNumber {
  const digits = whole + part
  const point = whole.length + by
  if (point <= 0) return { sign, whole: 0n, part: '0'.repeat(-point) + digits }
  if (point >= digits.length) return { sign, whole: BigInt(digits.padEnd(point, '0')), part: '' }
  return { sign, whole: BigInt(digits.slice(0, point)), part: digits.slice(point) }
}

export const thousands = ({ sign, whole, part }: ReadNumber): string =>
  `${sign}${String(whole).replace(/\B(?=(?:\d{3})+$)/g, ',')}${part && `.${part}`}`

export const inBase = ({ sign, whole }: ReadNumber, base: number): string => `${sign}${whole.toString(base)}`

const digitWords = [...'零壹贰叁肆伍陆柒捌玖']
const placeWords = ['', '拾', '佰', '仟']
const groupWords = ['', '万', '亿', '万亿']

/** As receipts write amounts: 壹万零叁佰元伍角整. Null beyond 万亿. */
export function moneyWords({ sign, whole, part }: ReadNumber): string | null {
  const cents = BigInt(part.padEnd(3, '0').slice(0, 2))
  const isUp = (part[2] ?? '0') >= '5'
  const all = whole * 100n + cents + (isUp ? 1n : 0n)
  const yuan = all / 100n
  if (yuan >= 10n ** 16n) return null
  const [jiao, fen] = [Number((all / 10n) % 10n), Number(all % 10n)]
  const words = yuan > 0n ? `${wholeWords(yuan)}元` : ''
  if (jiao === 0 && fen === 0) return `${sign && '负'}${words || '零元'}整`
  const jiaoWords = jiao > 0 ? `${digitWords[jiao]}角` : words ? '零' : ''
  return `${sign && '负'}${words}${jiaoWords}${fen > 0 ? `${digitWords[fen]}分` : '整'}`
}

function wholeWords(value: bigint): string {
  let words = ''
  let needsZero = false
  for (let group = 3; group >= 0; group--) {
    const four = Number((value / 10n ** BigInt(group * 4)) % 10_000n)
    if (four === 0) {
      needsZero = words !== ''
      continue
    }
    if (words !== '' && (needsZero || four < 1000)) words += '零'
    const unit = group === 3 && (value / 10n ** 8n) % 10_000n !== 0n ? '万' : groupWords[group]
    words += fourWords(four) + unit
    needsZero = false
  }
  return words
}

function fourWords(four: number): string {
  let words = ''
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(four / 10 ** place) % 10
    if (digit > 0) words += (digitWords[digit] as string) + placeWords[place]
    else if (words !== '' && !words.endsWith('零') && four % 10 ** place > 0) words += '零'
  }
  return words
}

/** 12.35 万, 1.2 亿. */
export function roundWords({ sign, whole, part }: ReadNumber): string | null {
  const [unit, title] = whole >= 100_000_000n ? [8, '亿'] : whole >= 10_000n ? [4, '万'] : [0, '']
  if (unit === 0) return null
  const digits = String(whole).padStart(unit + 1, '0')
  const below = `${digits.slice(-unit as number)}${part}`.replace(/0+$/, '')
  return `${sign}${digits.slice(0, -unit as number)}${below && `.${below}`} ${title}`
}
